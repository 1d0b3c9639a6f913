import type { Metadata } from "next";
import { ForgottenPasswordForm } from "@/app/(entry)/forgotten-password/forgotten-password-form";
import { ButtonLink } from "@/components/ui/button-link";
import { canSendPasswordLinks } from "@/lib/auth/data/forgotten-password";

export const metadata: Metadata = { title: "Forgotten password" };

export default function ForgottenPasswordPage() {
  const sends = canSendPasswordLinks();
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-2xl tracking-tight">Forgot your password?</h1>
        <p className="text-muted">
          {sends
            ? "A link to choose a new password is sent to the address of your account."
            : "Ask an admin of your project, or a site admin, for a link, because this installation sends no e-mail."}
        </p>
      </header>
      {sends ? (
        <ForgottenPasswordForm />
      ) : (
        <div>
          <ButtonLink href="/sign-in" size="lg">
            Sign in
          </ButtonLink>
        </div>
      )}
    </>
  );
}
