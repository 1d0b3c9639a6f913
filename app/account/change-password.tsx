"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { formatQuantity } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { useToast } from "@/components/ui/toast";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Form that changes the password; ends every other session, and API tokens unless the user keeps them. */
export function ChangePasswordForm({
  email,
  tokenCount,
}: {
  email: string;
  /** Number of valid API tokens. */
  tokenCount: number;
}) {
  const [revokeTokens, setRevokeTokens] = useState(true);
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, send } = useRequest();
  const router = useRouter();
  const toast = useToast();

  async function save() {
    const path = "/api/v1/account/password";
    const changed = await send(() =>
      callApi<{ revoked: number; tokens: number }>("POST", path, { current, password, revokeTokens }),
    );
    if (!changed) return;
    setCurrent("");
    setPassword("");
    const ended = [
      ...(changed.revoked > 0
        ? [`Signed out elsewhere: ${formatQuantity(changed.revoked, "session")}.`]
        : []),
      ...(changed.tokens > 0 ? [`Revoked: ${formatQuantity(changed.tokens, "API token")}.`] : []),
    ];
    toast.show({ tone: "positive", title: "Password changed", description: ended.join(" ") || undefined });
    router.refresh();
  }

  return (
    <Panel title="Password" description="Changing it signs you out everywhere else.">
      <Form place="panel" onSubmit={save} error={error} busy={busy} verb="Change password">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" error={problemWith(error, "current")}>
          <PasswordInput autoComplete="current-password" value={current} onValueChange={setCurrent} />
        </Field>
        <Field label="New password" hint="At least 12 characters." error={problemWith(error, "password")}>
          <PasswordInput autoComplete="new-password" value={password} onValueChange={setPassword} />
        </Field>
        {tokenCount > 0 && (
          <Checkbox
            label={`Revoke ${formatQuantity(tokenCount, "API token")} as well`}
            hint="Keep them only if no one else can know the old password."
            checked={revokeTokens}
            onCheckedChange={setRevokeTokens}
          />
        )}
      </Form>
    </Panel>
  );
}
