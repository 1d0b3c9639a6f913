"use client";

import { KeyRound } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { CodeField } from "@/components/people/code-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { assertWithPasskey } from "@/lib/auth/passkeys/client";
import type { ApiResult } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Proof that the user is the account's owner: one of these. */
export type Proof = { password: string } | { code: string } | { passkey: unknown };

interface ConfirmIdentityProps {
  /** The proof the user must give. */
  requires: "password" | "second-factor";
  /** Number of passkeys. */
  passkeys: number;
  title: string;
  description?: string;
  verb: string;
  /** False while the rest of the dialog is not filled in. */
  ready?: boolean;
  /** Makes the change with the proof; the dialog closes when it was made. */
  onProof: (proof: Proof) => Promise<ApiResult<unknown>>;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for a password, or for a passkey or code of an account with a second factor, before a change of the account. */
export function ConfirmIdentity({
  requires,
  passkeys,
  title,
  description,
  verb,
  ready = true,
  onProof,
  onClose,
  children,
}: ConfirmIdentityProps) {
  const [text, setText] = useState("");
  const { busy, error, send } = useRequest();

  async function confirm(proof: () => Promise<ApiResult<Proof>>) {
    const made = await send(async () => {
      const shown = await proof();
      return shown.ok ? onProof(shown.value) : shown;
    });
    if (made) onClose();
  }

  const typed = () =>
    Promise.resolve({
      ok: true,
      value: requires === "password" ? { password: text } : { code: text },
    } as const);
  const used = async (): Promise<ApiResult<Proof>> => {
    const answer = await assertWithPasskey("/api/v1/account/passkeys/confirmation");
    return answer.ok ? { ok: true, value: { passkey: answer.value } } : answer;
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <Form
        place="dialog"
        onSubmit={() => confirm(typed)}
        error={error && { message: error.message }}
        busy={busy}
        disabled={!ready || text.trim() === ""}
        verb={verb}
      >
        {children}
        {passkeys > 0 && (
          <Button onClick={() => confirm(used)} busy={busy} disabled={!ready}>
            <KeyRound aria-hidden="true" />
            {verb} with a passkey
          </Button>
        )}
        {requires === "password" ? (
          <Field label="Your password">
            <PasswordInput autoComplete="current-password" value={text} onValueChange={setText} />
          </Field>
        ) : (
          <CodeField value={text} onChange={setText} />
        )}
      </Form>
    </Dialog>
  );
}
