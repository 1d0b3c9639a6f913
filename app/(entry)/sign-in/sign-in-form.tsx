"use client";

import { type FormEvent, useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { EmailField } from "@/components/people/email-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { signIn } from "@/lib/auth/client";
import { useRequest } from "@/lib/http/use-request";

/** Sign-in form. */
export function SignInForm({ next }: { next: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, send } = useRequest();
  const [opening, setOpening] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!(await send(() => signIn({ email, password })))) return;
    setOpening(true);
    // A full page load: nothing loaded while signed out is kept.
    window.location.assign(next);
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      {error && <Banner tone="danger" title={error.message} live />}
      <EmailField signIn autoFocus value={email} onChange={setEmail} />
      <Field label="Password">
        <PasswordInput autoComplete="current-password" value={password} onValueChange={setPassword} />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={busy || opening}>
        Sign in
      </Button>
    </form>
  );
}
