"use client";

import { useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { AppSetup } from "@/components/people/app-setup";
import { CodeField } from "@/components/people/code-field";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Sets up an authenticator app: the password, then its first code. */
export function SetUpApp({ onConfirmed }: { onConfirmed: (recoveryCodes: string[]) => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [setup, setSetup] = useState<{ address: string; secret: string }>();
  const { busy, error, send } = useRequest();
  const path = "/api/v1/account/second-factor";

  async function begin() {
    const begun = await send(() => callApi<{ address: string; secret: string }>("POST", path, { password }));
    if (!begun) return;
    setPassword("");
    setSetup(begun);
  }

  async function confirm() {
    const confirmed = await send(() =>
      callApi<{ recoveryCodes: string[] }>("POST", `${path}/confirm`, { code }),
    );
    if (confirmed) onConfirmed(confirmed.recoveryCodes);
  }

  if (!setup)
    return (
      <Form place="panel" onSubmit={begin} error={error} busy={busy} verb="Set up an app">
        <Field label="Your password" error={problemWith(error, "password")}>
          <PasswordInput autoComplete="current-password" value={password} onValueChange={setPassword} />
        </Field>
      </Form>
    );
  return (
    <Form place="panel" onSubmit={confirm} error={error} busy={busy} verb="Switch on">
      <AppSetup {...setup} />
      <CodeField recovery={false} autoFocus value={code} onChange={setCode} />
    </Form>
  );
}
