"use client";

import { useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { EmailField } from "@/components/people/email-field";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { signIn } from "@/lib/auth/client";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Form that creates the first admin account and signs in. */
export function FirstAdminForm({ token }: { token: string }) {
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, send } = useRequest();

  async function submit() {
    const made = await send(() =>
      callApi("POST", "/api/v1/links/first-admin", { token, name, email, password }),
    );
    if (!made) return;
    const signedIn = await signIn({ email, password });
    window.location.assign(signedIn.ok ? "/" : "/sign-in?chosen");
  }

  return (
    <Form place="page" onSubmit={submit} error={error} busy={busy} verb="Make the account">
      <Field label="Your name" error={problemWith(error, "name")}>
        <Input
          autoComplete="name"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="h-10"
        />
      </Field>
      <EmailField signIn value={email} onChange={setEmail} error={problemWith(error, "email")} />
      <Field label="Password" hint="At least 12 characters." error={problemWith(error, "password")}>
        <PasswordInput autoComplete="new-password" value={password} onValueChange={setPassword} />
      </Field>
    </Form>
  );
}
