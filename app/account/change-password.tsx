"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/api/client";
import { useRequest } from "@/lib/api/use-request";

/** Chooses a new password; every other session ends with it. */
export function ChangePassword({ email }: { email: string }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function save() {
    const path = "/api/v1/account/password";
    const changed = await send(() => callApi<{ revoked: number }>("POST", path, { current, password }));
    if (!changed) return;
    setCurrent("");
    setPassword("");
    const description =
      changed.revoked > 0
        ? `Signed out elsewhere: ${formatQuantity(changed.revoked, "session")}.`
        : undefined;
    toast.show({ tone: "positive", title: "Password changed", description });
    router.refresh();
  }

  return (
    <Panel title="Password" description="Changing it signs you out everywhere else. API tokens keep working.">
      <Form place="panel" onSubmit={save} error={error} busy={busy} verb="Change password">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" error={problemWith(error, "current")}>
          <PasswordInput autoComplete="current-password" value={current} onValueChange={setCurrent} />
        </Field>
        <Field label="New password" hint="At least 12 characters." error={problemWith(error, "password")}>
          <PasswordInput autoComplete="new-password" value={password} onValueChange={setPassword} />
        </Field>
      </Form>
    </Panel>
  );
}
