"use client";

import { type FormEvent, useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { AppSetup } from "@/components/people/app-setup";
import { CodeField } from "@/components/people/code-field";
import { EmailField } from "@/components/people/email-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { signIn } from "@/lib/auth/client";
import type { ApiResult } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface Setup {
  address: string;
  secret: string;
}

/** Signs in, or finds out what the account needs besides the password. */
async function tryToSignIn(
  credentials: Parameters<typeof signIn>[0],
): Promise<ApiResult<"signed-in" | "code" | Setup>> {
  const result = await signIn(credentials);
  if (result.ok) return { ok: true, value: "signed-in" };
  if (result.error.code === "second-factor-needed") return { ok: true, value: "code" };
  if (result.error.code === "second-factor-setup") return { ok: true, value: result.error.detail as Setup };
  return result;
}

/** Sign-in form: the password, then a code where the account has or needs an authenticator app. */
export function SignInForm({ next: path }: { next: string }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [step, setStep] = useState<"password" | "code" | Setup>("password");
  const { busy, error, send } = useRequest();
  const [opening, setOpening] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const next = await send(() => tryToSignIn({ email, password, ...(step !== "password" && { code }) }));
    if (!next) return;
    if (next !== "signed-in") return setStep(next);
    setOpening(true);
    // A full page load: nothing loaded while signed out is kept.
    window.location.assign(path);
  }

  const verb = step === "password" ? "Sign in" : "Confirm and sign in";
  return (
    <form onSubmit={submit} className="grid gap-4">
      {error && <Banner tone="danger" title={error.message} live />}
      {step === "password" ? (
        <PasswordFields email={email} setEmail={setEmail} password={password} setPassword={setPassword} />
      ) : (
        <SecondFactorFields step={step} code={code} setCode={setCode} />
      )}
      <Button type="submit" variant="primary" size="lg" busy={busy || opening}>
        {verb}
      </Button>
      {step !== "password" && (
        <Button
          type="button"
          size="lg"
          variant="quiet"
          onClick={() => {
            setStep("password");
            setPassword("");
            setCode("");
          }}
        >
          Back
        </Button>
      )}
    </form>
  );
}

interface PasswordFieldsProps {
  email: string;
  setEmail: (value: string) => void;
  password: string;
  setPassword: (value: string) => void;
}

/** E-mail address and password. */
function PasswordFields({ email, setEmail, password, setPassword }: PasswordFieldsProps) {
  return (
    <>
      <EmailField signIn autoFocus value={email} onChange={setEmail} />
      <Field label="Password">
        <PasswordInput autoComplete="current-password" value={password} onValueChange={setPassword} />
      </Field>
    </>
  );
}

/** A code of the authenticator app, which is set up first where the account has none. */
function SecondFactorFields({
  step,
  code,
  setCode,
}: {
  step: "code" | Setup;
  code: string;
  setCode: (value: string) => void;
}) {
  return (
    <>
      {step !== "code" && (
        <>
          <Banner title="Your account needs an authenticator app." live>
            After this you enter one of its codes whenever you sign in.
          </Banner>
          <AppSetup {...step} />
        </>
      )}
      <CodeField recovery={step === "code"} autoFocus value={code} onChange={setCode} />
    </>
  );
}
