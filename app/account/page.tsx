import type { Metadata } from "next";
import { AccountName } from "@/app/account/account-name";
import { ApiTokens } from "@/app/account/api-tokens";
import { ChangePasswordForm } from "@/app/account/change-password";
import { Guides } from "@/app/account/guides";
import { LinkedSignIns } from "@/app/account/linked-sign-ins";
import { NoticeMail } from "@/app/account/notice-mail";
import { Passkeys } from "@/app/account/passkeys";
import { OwnData } from "@/app/account/personal-data";
import { SecondFactor } from "@/app/account/second-factor";
import { Sessions } from "@/app/account/sessions";
import { ThemeChoice } from "@/app/account/theme-choice";
import { SignedInPage } from "@/app/signed-in-page";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import type { SignedIn } from "@/lib/auth/actor";
import { findGuides, findSignInMethods } from "@/lib/auth/data/account";
import { listPasskeys } from "@/lib/auth/data/passkeys";
import { findSecondFactor } from "@/lib/auth/data/second-factor";
import { findRelyingParty } from "@/lib/auth/passkeys/ceremony";
import { LINK_PROBLEMS } from "@/lib/auth/provider/problems";
import { listSessions } from "@/lib/auth/sessions";
import { listTokens } from "@/lib/auth/tokens";
import { explain } from "@/lib/http/refusals";
import { mailIsOn } from "@/lib/mail/data";
import { findNoticeChoices } from "@/lib/notice/data/choices";
import { listProjects } from "@/lib/project/data";
import { requireUser } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Account" };

interface AccountPageProps {
  searchParams: Promise<{ linked?: string | string[]; problem?: string | string[] }>;
}

export default async function AccountPage({ searchParams }: AccountPageProps) {
  const user = await requireUser();
  const { linked, problem } = await searchParams;
  const { methods, tokenCount, secondFactor, passkeys, sessions, tokens, projects, guides } =
    await findAccount(user);
  return (
    <SignedInPage user={user}>
      <Page width="narrow">
        <PageHeader
          title="Account"
          description={user.email ?? "You joined through a link, so you have no password."}
        />
        <AccountName name={user.name} />
        {user.email && methods.password && <ChangePasswordForm email={user.email} tokenCount={tokenCount} />}
        {methods.password && (
          <Passkeys
            passkeys={passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
              id,
              name,
              since: createdAt.toISOString(),
              lastUsed: lastUsedAt?.toISOString() ?? null,
            }))}
            secondFactor={secondFactor}
            possible={findRelyingParty() !== null}
          />
        )}
        {methods.password && <SecondFactor {...secondFactor} />}
        {user.email && methods.identities.length + methods.linkable.length > 0 && (
          <LinkedSignIns
            links={methods.identities.map(({ createdAt, lastUsedAt, ...link }) => ({
              ...link,
              since: createdAt.toISOString(),
              lastUsed: lastUsedAt.toISOString(),
            }))}
            linkable={methods.linkable}
            hasPassword={methods.password}
            secondFactor={secondFactor}
            result={resultOf(methods, linked, problem)}
          />
        )}
        <Sessions
          tokenCount={tokenCount}
          sessions={sessions.map(({ id, createdAt, lastSeenAt, isCurrent }) => ({
            id,
            isCurrent,
            since: createdAt.toISOString(),
            lastSeen: lastSeenAt.toISOString(),
          }))}
        />
        {user.email && (
          <ApiTokens
            tokens={tokens.map(({ id, name, lastFour, scopes, project, lastUsedAt, expiresAt }) => ({
              id,
              name,
              lastFour,
              scopes,
              project: project?.name ?? null,
              lastUsed: lastUsedAt?.toISOString() ?? null,
              ends: expiresAt.toISOString(),
              ended: expiresAt <= new Date(),
            }))}
            projects={projects.map(({ id, name }) => ({ id, name }))}
          />
        )}
        {user.email && mailIsOn() && <NoticeMail initial={(await findNoticeChoices(user)).choices} />}
        <Guides
          initial={guides}
          isAdmin={user.isSiteAdmin || projects.some(({ role }) => role === "admin")}
        />
        <ThemeChoice />
        <OwnData email={user.email} />
      </Page>
    </SignedInPage>
  );
}

/** The result of an attempt to link a provider, from which the browser has just come back. */
function resultOf(
  { identities }: Awaited<ReturnType<typeof findSignInMethods>>,
  linked: string | string[] | undefined,
  problem: string | string[] | undefined,
) {
  const label = identities.find(({ provider }) => provider !== null && provider === linked)?.label;
  if (label) return { linked: label };
  const refused = LINK_PROBLEMS.find((code) => code === problem);
  return refused ? { problem: explain(refused).message } : null;
}

/** The parts of a person's account that the page shows. */
async function findAccount(user: SignedIn) {
  const [methods, secondFactor, passkeys, sessions, tokens, projects, guides] = await Promise.all([
    findSignInMethods(user),
    findSecondFactor(user),
    listPasskeys(user),
    listSessions(user),
    listTokens(user),
    listProjects(user),
    findGuides(user),
  ]);
  const tokenCount = tokens.filter(({ expiresAt }) => expiresAt > new Date()).length;
  return { methods, tokenCount, secondFactor, passkeys, sessions, tokens, projects, guides };
}
