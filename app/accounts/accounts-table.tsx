"use client";

import { Eraser, KeyRound, Shield, ShieldOff, Smartphone, UserCheck, UserX } from "lucide-react";
import { useState } from "react";
import type { Account } from "@/app/accounts/account";
import { AccountDialog, type AccountQuestion } from "@/app/accounts/account-dialog";
import { useAccountChanges } from "@/app/accounts/use-account-changes";
import { ChangeMenu } from "@/components/people/change-menu";
import { PasswordLink, type ReceivedLink } from "@/components/people/one-time-link";
import { Badge } from "@/components/ui/badge";
import type { Row } from "@/components/ui/cell";
import { DataTable } from "@/components/ui/data-table";
import type { MenuItem } from "@/components/ui/dropdown-menu";
import { Time } from "@/components/ui/time";
import type { ChangeUser } from "@/lib/auth/schema";

const columns = [
  { id: "name", header: "Name" },
  { id: "email", header: "E-mail", minWidth: "14rem" },
  { id: "state", header: "State" },
  { id: "projects", header: "Projects", type: "number" },
  { id: "lastSeen", header: "Last seen" },
  { id: "since", header: "Since" },
  { id: "change", header: "Change", sortable: false, pinned: true },
] as const;

interface AccountsTableProps {
  accounts: readonly Account[];
  ownId: string;
  /** False where nobody signs in with a password. */
  passwords: boolean;
}

/** All accounts, with what a site admin can change about them. */
export function AccountsTable({ accounts, ownId, passwords }: AccountsTableProps) {
  const [question, setQuestion] = useState<AccountQuestion>();
  const [link, setLink] = useState<ReceivedLink & { name: string }>();
  const { change, makeLink, erase, resetSecondFactor } = useAccountChanges(ownId);

  return (
    <>
      <DataTable
        caption="Accounts"
        columns={columns}
        defaultSort="name"
        urlKey="accounts"
        filterable
        flush
        atFirst={100}
        rows={accounts.map((account) =>
          rowOf(account, {
            change,
            ask: (kind) => setQuestion({ kind, account }),
            makeLink: passwords
              ? async () => {
                  const made = await makeLink(account);
                  if (made) setLink({ ...made, name: account.name });
                }
              : null,
          }),
        )}
      />
      {link && <PasswordLink name={link.name} link={link} onClose={() => setLink(undefined)} />}
      {question && (
        <AccountDialog
          question={question}
          isOwn={question.account.id === ownId}
          onClose={() => setQuestion(undefined)}
          change={change}
          erase={erase}
          resetSecondFactor={resetSecondFactor}
        />
      )}
    </>
  );
}

/** The cells of an account, with the menu of what can be changed about it. */
function rowOf(account: Account, commands: AccountCommands): Row {
  const { id, name, email, projects, lastSeen, since } = account;
  return {
    id,
    name,
    email: email ?? { value: null, content: <span className="text-muted">From a platform</span> },
    state: { value: stateOf(account), content: <States account={account} /> },
    projects,
    lastSeen: { value: lastSeen, content: lastSeen && <Time at={lastSeen} /> },
    since: { value: since, content: <Time at={since} show="date" /> },
    change: {
      value: null,
      content: <ChangeMenu name={name} items={itemsFor(account, commands)} />,
    },
  };
}

interface AccountCommands {
  change: (account: Account, changes: ChangeUser, done: string) => Promise<void>;
  ask: (kind: AccountQuestion["kind"]) => void;
  /** Null where nobody signs in with a password. */
  makeLink: (() => void) | null;
}

function itemsFor(account: Account, { change, ask, makeLink }: AccountCommands): MenuItem[] {
  const { name, email, siteAdmin, disabled } = account;
  const role = siteAdmin
    ? {
        label: "Remove as site admin",
        icon: <ShieldOff />,
        onSelect: () => change(account, { siteAdmin: false }, `${name} is no longer a site admin`),
      }
    : { label: "Make site admin…", icon: <Shield />, onSelect: () => ask("site-admin") };
  const access = disabled
    ? {
        label: "Enable",
        icon: <UserCheck />,
        onSelect: () => change(account, { disabled: false }, `${name} is enabled again`),
      }
    : { label: "Disable…", icon: <UserX />, danger: true, onSelect: () => ask("disable") };
  return [
    ...(makeLink && email && !disabled
      ? [{ label: "Make password link", icon: <KeyRound />, onSelect: makeLink }]
      : []),
    ...(email ? [role] : []),
    ...(account.secondFactor
      ? [{ label: "Remove second factors…", icon: <Smartphone />, onSelect: () => ask("second-factor") }]
      : []),
    access,
    { label: "Erase…", icon: <Eraser />, danger: true, onSelect: () => ask("erase") },
  ];
}

function stateOf({ disabled, pending, email }: Account): string {
  if (disabled) return "Disabled";
  if (!email) return "Session only";
  return pending ? "Not signed in yet" : "Active";
}

function States({ account }: { account: Account }) {
  const tone = account.disabled
    ? "danger"
    : account.pending
      ? "warning"
      : account.email
        ? "positive"
        : "neutral";
  return (
    <span className="flex gap-1.5">
      <Badge tone={tone}>{stateOf(account)}</Badge>
      {account.siteAdmin && <Badge tone="accent">Site admin</Badge>}
    </span>
  );
}
