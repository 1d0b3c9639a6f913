"use client";

import { useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { Field } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { signIn } from "@/lib/auth/client";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface NewAccountFormProps {
  token: string;
  email: string;
  /** Name suggested by the inviting admin. */
  suggested: string;
}

/** Form that creates an account for the invited address, accepts the invitation and signs in. */
export function NewAccountForm({ token, email, suggested }: NewAccountFormProps) {
  const [name, setName] = useState(suggested);
  const [password, setPassword] = useState("");
  const { busy, error, send } = useRequest();

  async function submit() {
    const made = await send(() =>
      callApi<{ path: string }>("POST", "/api/v1/links/invitation", { token, name, password }),
    );
    if (!made) return;
    const signedIn = await signIn({ email, password });
    window.location.assign(signedIn.ok ? made.path : "/sign-in?chosen");
  }

  return (
    <Form place="page" onSubmit={submit} error={error} busy={busy} verb="Accept the invitation">
      <p className="text-sm text-muted">
        Your account is for <span className="font-medium text-ink">{email}</span>.
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Your name" hint="The admins of the project see it." error={problemWith(error, "name")}>
        <Input
          autoComplete="name"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="h-10"
        />
      </Field>
      <Field label="Password" hint="At least 12 characters." error={problemWith(error, "password")}>
        <PasswordInput autoComplete="new-password" value={password} onValueChange={setPassword} />
      </Field>
    </Form>
  );
}
