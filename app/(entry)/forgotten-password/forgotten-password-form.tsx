"use client";

import { useState } from "react";
import { EmailField } from "@/components/people/email-field";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { Form } from "@/components/ui/form";
import { callApi, problemWith } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

/** Form that has a password link sent. What it says afterwards does not reveal if there is an account. */
export function ForgottenPasswordForm() {
  const [email, setEmail] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const { busy, error, send } = useRequest();

  async function submit() {
    if (await send(() => callApi("POST", "/api/v1/links/forgotten-password", { email }))) setSentTo(email);
  }

  if (sentTo !== undefined)
    return (
      <>
        <Banner title={`If there is an account for ${sentTo}, a link is on its way.`} live>
          If it has not arrived after some minutes, look in your spam folder, or ask an admin of your project.
        </Banner>
        <div>
          <ButtonLink href="/sign-in" size="lg">
            Sign in
          </ButtonLink>
        </div>
      </>
    );
  return (
    <Form place="page" onSubmit={submit} error={error} busy={busy} verb="Send a link">
      <EmailField signIn autoFocus value={email} onChange={setEmail} error={problemWith(error, "email")} />
    </Form>
  );
}
