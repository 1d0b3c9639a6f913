"use client";

import { type FormEvent, useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { callApi, problemWith } from "@/lib/api/client";
import { useRequest } from "@/lib/api/use-request";
import { signIn } from "@/lib/auth/client";

/** Sets the password of the link's account and signs it in. */
export function SetPasswordForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState("");
  const { busy, error, send } = useRequest();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!(await send(() => callApi("POST", "/api/v1/links/set-password", { token, password })))) return;
    const signedIn = await signIn({ email, password });
    window.location.assign(signedIn.ok ? "/" : "/sign-in?chosen");
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      {error && !error.problems && <Banner tone="danger" title={error.message} live />}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" hint="At least 12 characters." error={problemWith(error, "password")}>
        <PasswordInput autoComplete="new-password" value={password} onValueChange={setPassword} />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        Set password and sign in
      </Button>
    </form>
  );
}
