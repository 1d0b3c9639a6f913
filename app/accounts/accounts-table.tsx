"use client";

import { Ellipsis, Eraser, KeyRound, Shield, ShieldOff, UserCheck, UserX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { LinkOnce } from "@/components/people/one-time-link";
import { Badge } from "@/components/ui/badge";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DataTable } from "@/components/ui/data-table";
import { DropdownMenu, type MenuItem } from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { ChangeUser } from "@/lib/auth/schema";
import { type ApiError, type ApiResult, callApi } from "@/lib/http/client";

interface Account {
  id: string;
  /** Null for an account that came through a participation link. */
  email: string | null;
  name: string;
  siteAdmin: boolean;
  disabled: boolean;
  pending: boolean;
  projects: number;
  since: string;
  lastSeen: string | null;
}

const columns = [
  { id: "name", header: "Name" },
  { id: "email", header: "E-mail", minWidth: "14rem" },
  { id: "state", header: "State" },
  { id: "projects", header: "Projects", type: "number" },
  { id: "lastSeen", header: "Last seen" },
  { id: "since", header: "Since" },
  { id: "change", header: "Change", sortable: false, pinned: true },
] as const;

type Confirmation = { what: "disable" | "erase" | "site-admin"; account: Account };

/** All accounts, with what a site admin can change about them. */
export function AccountsTable({ accounts, ownId }: { accounts: readonly Account[]; ownId: string }) {
  const [confirming, setConfirming] = useState<Confirmation>();
  const [link, setLink] = useState<{ url: string; expiresAt: string; name: string }>();
  const router = useRouter();
  const toast = useToast();

  function report(outcome: ApiResult<unknown>, done: string) {
    if (outcome.ok) toast.show({ tone: "positive", title: done });
    else toast.show({ tone: "danger", title: "Nothing was changed", description: wordsOf(outcome.error) });
    router.refresh();
  }

  async function change({ id }: Account, changes: ChangeUser, done: string) {
    report(await callApi("PATCH", `/api/v1/users/${id}`, changes), done);
  }

  async function makeLink({ id, name }: Account) {
    const path = `/api/v1/users/${id}/link`;
    const outcome = await callApi<{ url: string; expiresAt: string }>("POST", path, {});
    if (outcome.ok) setLink({ ...outcome.value, name });
    else toast.show({ tone: "danger", title: "No link was made", description: outcome.error.message });
  }

  async function erase({ id, name }: Account) {
    const outcome = await callApi("DELETE", `/api/v1/users/${id}`);
    if (outcome.ok && id === ownId) window.location.assign("/sign-in?ended");
    else report(outcome, `${name} is erased`);
  }

  function itemsFor(account: Account): MenuItem[] {
    const { name, email, siteAdmin, disabled } = account;
    return [
      ...(email && !disabled
        ? [{ label: "Make password link", icon: <KeyRound />, onSelect: () => makeLink(account) }]
        : []),
      ...(email
        ? [
            siteAdmin
              ? {
                  label: "Site admin no longer",
                  icon: <ShieldOff />,
                  onSelect: () => change(account, { siteAdmin: false }, `${name} is no site admin any more`),
                }
              : {
                  label: "Make site admin…",
                  icon: <Shield />,
                  onSelect: () => setConfirming({ what: "site-admin", account }),
                },
          ]
        : []),
      disabled
        ? {
            label: "Enable",
            icon: <UserCheck />,
            onSelect: () => change(account, { disabled: false }, `${name} is enabled again`),
          }
        : {
            label: "Disable…",
            icon: <UserX />,
            danger: true,
            onSelect: () => setConfirming({ what: "disable", account }),
          },
      {
        label: "Erase…",
        icon: <Eraser />,
        danger: true,
        onSelect: () => setConfirming({ what: "erase", account }),
      },
    ];
  }

  const close = (open: boolean) => !open && setConfirming(undefined);
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
        rows={accounts.map((account) => ({
          id: account.id,
          name: account.name,
          email: account.email ?? {
            value: null,
            content: <span className="text-muted">From a platform</span>,
          },
          state: { value: stateOf(account), content: <States account={account} /> },
          projects: account.projects,
          lastSeen: { value: account.lastSeen, content: account.lastSeen && <Time at={account.lastSeen} /> },
          since: { value: account.since, content: <Time at={account.since} show="date" /> },
          change: {
            value: null,
            content: (
              <DropdownMenu
                label={`Change ${account.name}`}
                trigger={
                  <IconButton label={`Change ${account.name}`} size="sm" variant="quiet">
                    <Ellipsis />
                  </IconButton>
                }
                items={itemsFor(account)}
              />
            ),
          },
        }))}
      />
      {link && (
        <LinkOnce
          title={`Link for ${link.name} to choose a password`}
          url={link.url}
          until={link.expiresAt}
          onClose={() => setLink(undefined)}
        />
      )}
      {confirming?.what === "site-admin" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Make ${confirming.account.name} a site admin?`}
          description="They can make accounts and projects, and count as an admin of every project."
          confirmLabel="Make site admin"
          onConfirm={() =>
            change(confirming.account, { siteAdmin: true }, `${confirming.account.name} is a site admin now`)
          }
        />
      )}
      {confirming?.what === "disable" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          danger
          title={`Disable ${confirming.account.name}?`}
          description={
            confirming.account.id === ownId
              ? "That is you: you are signed out at once, and another site admin has to enable you again."
              : "They are signed out everywhere at once. What they did stays, and you can enable them again."
          }
          confirmLabel="Disable"
          onConfirm={() =>
            change(confirming.account, { disabled: true }, `${confirming.account.name} is disabled`)
          }
        />
      )}
      {confirming?.what === "erase" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          danger
          title={`Erase ${confirming.account.name}?`}
          description="Account, name, address and platform ids go for good. Their judgements are kept under a pseudonym or removed, as each of their projects has chosen. This cannot be undone."
          confirmLabel="Erase"
          typeToConfirm={confirming.account.email ?? "erase"}
          onConfirm={() => erase(confirming.account)}
        />
      )}
    </>
  );
}

/** Error message, with the names of the projects it is about, if any. */
function wordsOf({ message, detail }: ApiError): string {
  const projects = (detail as { projects?: string[] } | undefined)?.projects;
  return projects ? `${message} It is about: ${projects.join(", ")}.` : message;
}

function stateOf({ disabled, pending, email }: Account): string {
  if (disabled) return "Disabled";
  if (!email) return "Session only";
  return pending ? "No password yet" : "Active";
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
