"use client";

import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmIdentity, type Proof } from "@/app/account/confirm-identity";
import { RecoveryCodesDialog, RecoveryCodesLeft } from "@/app/account/recovery-codes";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import { createPasskey } from "@/lib/auth/passkeys/client";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface PasskeyLine {
  id: string;
  name: string;
  since: string;
  lastUsed: string | null;
}

interface PasskeysProps {
  passkeys: readonly PasskeyLine[];
  secondFactor: { on: boolean; passkeys: number; recoveryCodes: number };
  /** False where browsers allow no passkeys at the installation's address. */
  possible: boolean;
}

/** The dialog that is open beside the list. */
type Opened = "add" | { kind: "rename" | "remove"; passkey: PasskeyLine };

/** The passkeys of an account that has a password: added, renamed and removed here. */
export function Passkeys({ passkeys, secondFactor, possible }: PasskeysProps) {
  const [open, setOpen] = useState<Opened>();
  const [codes, setCodes] = useState<readonly string[]>();
  const router = useRouter();
  const close = () => setOpen(undefined);

  function show(made: readonly string[] | null) {
    if (made) setCodes(made);
    router.refresh();
  }

  return (
    <Panel
      flush
      title="Passkeys"
      description="A passkey signs you in with your device's lock or a security key. Once you have one, your password alone no longer signs you in."
      actions={possible && <Button onClick={() => setOpen("add")}>Add a passkey</Button>}
    >
      {passkeys.length === 0 ? (
        <EmptyState icon={<KeyRound />} title="No passkeys">
          {possible
            ? "Add one on this device, on a telephone or on a security key."
            : "Browsers allow passkeys only at an https address with a name. This installation has none."}
        </EmptyState>
      ) : (
        <ul className="divide-y text-sm">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onOpen={(kind) => setOpen({ kind, passkey })} />
          ))}
        </ul>
      )}
      {passkeys.length > 0 && !secondFactor.on && (
        <div className="grid gap-4 border-t p-4">
          <RecoveryCodesLeft passkeys={passkeys.length} left={secondFactor.recoveryCodes} onRenewed={show} />
        </div>
      )}
      {open && <PasskeyDialog open={open} secondFactor={secondFactor} onAdded={show} onClose={close} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Panel>
  );
}

interface PasskeyDialogProps {
  secondFactor: PasskeysProps["secondFactor"];
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}

/** Adds, renames or removes a passkey. */
function PasskeyDialog({ open, ...props }: PasskeyDialogProps & { open: Opened }) {
  if (open === "add") return <AddPasskey {...props} />;
  const { secondFactor, onClose } = props;
  return open.kind === "rename" ? (
    <RenamePasskey passkey={open.passkey} onClose={onClose} />
  ) : (
    <RemovePasskey passkey={open.passkey} passkeys={secondFactor.passkeys} onClose={onClose} />
  );
}

function RemovePasskey({
  passkey: { id, name },
  passkeys,
  onClose,
}: {
  passkey: PasskeyLine;
  passkeys: number;
  onClose: () => void;
}) {
  const router = useRouter();
  const toast = useToast();

  async function remove(proof: Proof) {
    const removed = await callApi("DELETE", `/api/v1/account/passkeys/${id}`, proof);
    if (!removed.ok) return removed;
    toast.show({ tone: "positive", title: `${name} is removed` });
    router.refresh();
    return removed;
  }

  return (
    <ConfirmIdentity
      requires="second-factor"
      passkeys={passkeys}
      title={`Remove ${name}?`}
      description="You can no longer sign in with it, and your other sessions end."
      verb="Remove"
      onProof={remove}
      onClose={onClose}
    />
  );
}

/** One passkey: since when, when it was used, and ways to rename and remove it. */
function PasskeyItem({
  passkey: { name, since, lastUsed },
  onOpen,
}: {
  passkey: PasskeyLine;
  onOpen: (kind: "rename" | "remove") => void;
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
      <span className="grid min-w-0">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-muted">
          added <Time at={since} />
          {lastUsed ? (
            <>
              , last used <Time at={lastUsed} />
            </>
          ) : (
            ", not used yet"
          )}
        </span>
      </span>
      <span className="flex gap-2">
        <Button size="sm" aria-label={`Rename ${name}`} onClick={() => onOpen("rename")}>
          Rename
        </Button>
        <Button size="sm" aria-label={`Remove ${name}`} onClick={() => onOpen("remove")}>
          Remove
        </Button>
      </span>
    </li>
  );
}

/** Confirms the user's identity, then has the browser make a passkey. */
function AddPasskey({ secondFactor, onAdded, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState("This device");

  async function add(proof: Proof) {
    const path = "/api/v1/account/passkeys";
    const begun = await callApi<{ options: unknown }>("POST", `${path}/options`, proof);
    if (!begun.ok) return begun;
    const made = await createPasskey(begun.value.options);
    if (!made.ok) return made;
    const body = { name, passkey: made.value };
    const added = await callApi<{ recoveryCodes: string[] | null }>("POST", path, body);
    if (added.ok) onAdded(added.value.recoveryCodes);
    return added;
  }

  return (
    <ConfirmIdentity
      requires={secondFactor.on || secondFactor.passkeys > 0 ? "second-factor" : "password"}
      passkeys={secondFactor.passkeys}
      title="Add a passkey"
      description="First confirm that it is you; then your browser asks where to keep the passkey."
      verb="Continue"
      ready={name.trim() !== ""}
      onProof={add}
      onClose={onClose}
    >
      <Field label="Name of the passkey" hint="Where it is stored, so that you recognise it in the list.">
        <Input required maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
    </ConfirmIdentity>
  );
}

function RenamePasskey({ passkey, onClose }: { passkey: PasskeyLine; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const { busy, error, send } = useRequest();
  const router = useRouter();

  async function rename() {
    if (!(await send(() => callApi("PATCH", `/api/v1/account/passkeys/${passkey.id}`, { name })))) return;
    router.refresh();
    onClose();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename the passkey">
      <Form place="dialog" onSubmit={rename} error={error} busy={busy} verb="Rename">
        <Field label="Name of the passkey" error={problemWith(error, "name")}>
          <Input required maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
      </Form>
    </Dialog>
  );
}
