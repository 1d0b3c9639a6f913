"use client";

import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import { PasswordInput } from "@/app/(entry)/password-input";
import { AppSetup } from "@/components/people/app-setup";
import { CodeField } from "@/components/people/code-field";
import { EmailField } from "@/components/people/email-field";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { signIn } from "@/lib/auth/client";
import { promptForPasskey, signInWithPasskey } from "@/lib/auth/passkeys/client";
import type { ApiResult } from "@/lib/http/client";
import { useRequest } from "@/lib/http/use-request";

interface Setup {
  address: string;
  secret: string;
}

/** The ways to confirm an account with a second factor: options of its passkeys, null without any. */
interface SecondFactor {
  app: boolean;
  passkey: object | null;
}

type Step = "password" | SecondFactor | Setup;

/** Signs in, or finds out what the account needs besides the password. */
async function tryToSignIn(
  credentials: Parameters<typeof signIn>[0],
): Promise<ApiResult<"signed-in" | SecondFactor | Setup>> {
  const result = await signIn(credentials);
  if (result.ok) return { ok: true, value: "signed-in" };
  if (result.error.code === "second-factor-needed")
    return { ok: true, value: result.error.detail as SecondFactor };
  if (result.error.code === "second-factor-setup") return { ok: true, value: result.error.detail as Setup };
  return result;
}

/** Signs in with a passkey as the second factor. */
async function confirmWithPasskey(credentials: { email: string; password: string }, options: object) {
  const answer = await promptForPasskey(options);
  return answer.ok ? tryToSignIn({ ...credentials, passkey: JSON.stringify(answer.value) }) : answer;
}

/** State of the form: the fields, the step of signing in, and its requests. */
function useSignIn(path: string) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [step, setStep] = useState<Step>("password");
  const { busy, error, send } = useRequest();
  const [opening, setOpening] = useState(false);

  function open() {
    setOpening(true);
    // A full page load: nothing loaded while signed out is kept.
    window.location.assign(path);
  }

  /** False when the request failed. */
  async function go(request: () => ReturnType<typeof tryToSignIn>): Promise<boolean> {
    const next = await send(request);
    if (!next) return false;
    if (next === "signed-in") open();
    else setStep(next);
    return true;
  }

  return {
    ...{ email, setEmail, password, setPassword, code, setCode, step, error, busy: busy || opening },
    submit: () => go(() => tryToSignIn({ email, password, ...(step !== "password" && { code }) })),
    async withPasskey() {
      if (await send(() => signInWithPasskey(email))) open();
    },
    async confirm(options: object) {
      // A challenge works once: after a failure the password is sent again, for a new one.
      if (!(await go(() => confirmWithPasskey({ email, password }, options)))) setStep("password");
    },
    back() {
      setStep("password");
      setPassword("");
      setCode("");
    },
  };
}

/**
 * Sign-in form: a passkey, or the password and then a passkey or code where the account has or needs a second
 * factor.
 */
export function SignInForm({ next, withPasskeys }: { next: string; withPasskeys: boolean }) {
  const { step, error, busy, submit, withPasskey, confirm, back, ...typed } = useSignIn(next);
  const options = typeof step === "object" && "passkey" in step ? step.passkey : null;

  function send(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  const verb = step === "password" ? "Sign in" : "Confirm and sign in";
  return (
    <form onSubmit={send} className="grid gap-4">
      {error && <Banner tone="danger" title={error.message} live />}
      {step === "password" ? (
        <PasswordFields {...typed} />
      ) : (
        <SecondFactorFields
          step={step}
          code={typed.code}
          setCode={typed.setCode}
          passkey={options && { busy, confirm: () => confirm(options) }}
        />
      )}
      <Button type="submit" variant="primary" size="lg" busy={busy}>
        {verb}
      </Button>
      {step === "password" && withPasskeys && (
        <Button size="lg" busy={busy} onClick={withPasskey}>
          <KeyRound aria-hidden="true" />
          Sign in with a passkey
        </Button>
      )}
      {step !== "password" && (
        <Button type="button" size="lg" variant="quiet" onClick={back}>
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

/** Fields for a passkey or a code. An account with neither sets up an authenticator app first. */
function SecondFactorFields({
  step,
  code,
  setCode,
  passkey,
}: {
  step: SecondFactor | Setup;
  code: string;
  setCode: (value: string) => void;
  passkey: { busy: boolean; confirm: () => void } | null;
}) {
  return (
    <>
      {passkey && (
        <Button size="lg" busy={passkey.busy} onClick={passkey.confirm}>
          <KeyRound aria-hidden="true" />
          Confirm with a passkey
        </Button>
      )}
      {"secret" in step && (
        <>
          <Banner title="Your account needs an authenticator app." live>
            After this you enter one of its codes whenever you sign in.
          </Banner>
          <AppSetup {...step} />
        </>
      )}
      <CodeField recovery={!("secret" in step)} autoFocus value={code} onChange={setCode} />
    </>
  );
}
