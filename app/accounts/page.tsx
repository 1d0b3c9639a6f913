import type { Metadata } from "next";
import { AccountsTable } from "@/app/accounts/accounts-table";
import { NewAccount } from "@/app/accounts/new-account";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { listUsers } from "@/lib/auth/data/users";
import { passwordsAreOff } from "@/lib/auth/provider/configuration";
import { requireSiteAdmin } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Accounts" };

export default async function AccountsPage() {
  const admin = await requireSiteAdmin();
  const users = await listUsers(admin);
  return (
    <SignedInPage user={admin}>
      <Page>
        <PageHeader
          title="Accounts"
          description="All people who can sign in to this installation. Each project decides what they may do in it."
          actions={<NewAccount passwords={!passwordsAreOff()} />}
        />
        <Panel flush>
          <AccountsTable
            ownId={admin.userId}
            passwords={!passwordsAreOff()}
            accounts={users.map(({ createdAt, lastSeenAt, disabledAt, ...user }) => ({
              ...user,
              disabled: disabledAt !== null,
              since: createdAt.toISOString(),
              lastSeen: lastSeenAt?.toISOString() ?? null,
            }))}
          />
        </Panel>
      </Page>
    </SignedInPage>
  );
}
