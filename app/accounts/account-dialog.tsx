import type { Account } from "@/app/accounts/account";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { ChangeUser } from "@/lib/auth/schema";

/** A change of an account that a site admin has to confirm. */
export interface AccountQuestion {
  kind: "disable" | "erase" | "site-admin" | "second-factor";
  account: Account;
}

interface AccountDialogProps {
  question: AccountQuestion;
  /** The account is the reader's own. */
  isOwn: boolean;
  onClose: () => void;
  change: (account: Account, changes: ChangeUser, done: string) => Promise<void>;
  erase: (account: Account) => Promise<void>;
  resetSecondFactor: (account: Account) => Promise<void>;
}

/** Asks before an account becomes a site admin, loses its second factors, is disabled or erased. */
export function AccountDialog({
  question,
  isOwn,
  onClose,
  change,
  erase,
  resetSecondFactor,
}: AccountDialogProps) {
  const { kind, account } = question;
  const { name } = account;
  const dialog = { open: true, onOpenChange: (open: boolean) => !open && onClose() };
  if (kind === "site-admin")
    return (
      <ConfirmDialog
        {...dialog}
        title={`Make ${name} a site admin?`}
        description="They can make accounts and projects, and count as an admin of every project."
        confirmLabel="Make site admin"
        onConfirm={() => change(account, { siteAdmin: true }, `${name} is a site admin now`)}
      />
    );
  if (kind === "second-factor")
    return (
      <ConfirmDialog
        {...dialog}
        danger
        title={`Remove the authenticator app and passkeys of ${name}?`}
        description="For someone who has lost them and the recovery codes: verify that the request is really theirs. They are signed out everywhere, and their password alone signs in until they set up another."
        confirmLabel="Remove them"
        onConfirm={() => resetSecondFactor(account)}
      />
    );
  if (kind === "disable")
    return (
      <ConfirmDialog
        {...dialog}
        danger
        title={`Disable ${name}?`}
        description={
          isOwn
            ? "That is you: you are signed out at once, and another site admin has to enable you again."
            : "They are signed out everywhere at once. Their work is kept, and you can enable them again."
        }
        confirmLabel="Disable"
        onConfirm={() => change(account, { disabled: true }, `${name} is disabled`)}
      />
    );
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={`Erase ${name}?`}
      description="Account, name, address and platform ids are permanently deleted. Their judgements are kept under a pseudonym or removed, as each of their projects has chosen. This cannot be undone."
      confirmLabel="Erase"
      typeToConfirm={account.email ?? "erase"}
      onConfirm={() => erase(account)}
    />
  );
}
