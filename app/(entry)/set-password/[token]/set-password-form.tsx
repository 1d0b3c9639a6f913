"use client";

import { useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { signIn } from "@/lib/auth/client";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Form that sets the password of the link's account and signs in. */
export function SetPasswordForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState("");
  const { busy, error, send } = useRequest();

  async function submit() {
    if (!(await send(() => callApi("POST", "/api/v1/links/set-password", { token, password })))) return;
    const signedIn = await signIn({ email, password });
    window.location.assign(signedIn.ok ? "/" : "/sign-in?chosen");
  }

  return (
    <Form place="page" onSubmit={submit} error={error} busy={busy} verb="Set password and sign in">
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" hint="At least 12 characters." error={problemWith(error, "password")}>
        <PasswordInput autoComplete="new-password" value={password} onValueChange={setPassword} />
      </Field>
    </Form>
  );
}
