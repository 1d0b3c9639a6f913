import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ProviderLinks } from "@/app/(entry)/sign-in/provider-links";
import { SignInForm } from "@/app/(entry)/sign-in/sign-in-form";
import { Banner } from "@/components/ui/banner";
import { Link } from "@/components/ui/link";
import { canSendPasswordLinks } from "@/lib/auth/data/forgotten-password";
import { hasAccounts } from "@/lib/auth/data/one-time-links";
import { findRelyingParty } from "@/lib/auth/passkeys/ceremony";
import { findProviders, passwordsAreOff } from "@/lib/auth/provider/configuration";
import { PROVIDER_PROBLEMS } from "@/lib/auth/provider/problems";
import { safePath } from "@/lib/auth/rules";
import { env } from "@/lib/env";
import { explain } from "@/lib/http/refusals";
import { currentUser } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Sign in" };

interface SignInPageProps {
  searchParams: Promise<{
    next?: string | string[];
    ended?: string;
    chosen?: string;
    erased?: string;
    problem?: string | string[];
  }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, ended, chosen, erased, problem } = await searchParams;
  const path = safePath(typeof next === "string" ? next : null, env().APP_URL);
  if (await currentUser()) redirect(path);
  const providers = findProviders();
  const isInstitution = providers.some(({ id }) => id === "oidc");
  const elsewhere = isInstitution ? "the account of your institution" : "an account that you have elsewhere";
  const withPassword = !passwordsAreOff();
  const refused = PROVIDER_PROBLEMS.find((code) => code === problem);
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-2xl tracking-tight">Sign in</h1>
        <p className="text-muted">
          {!withPassword
            ? `With ${elsewhere}.`
            : providers.length > 0
              ? `With ${elsewhere}, or with your e-mail address and password.`
              : "With the e-mail address of your account."}
        </p>
      </header>
      <SignInNotices
        refused={refused}
        ended={ended}
        erased={erased}
        chosen={chosen}
        withPassword={withPassword}
      />
      <ProviderLinks providers={providers} next={path} withPassword={withPassword} />
      {providers.length > 0 && withPassword && (
        <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or with a password
        </p>
      )}
      {withPassword && <SignInForm next={path} withPasskeys={findRelyingParty() !== null} />}
      {canSendPasswordLinks() && (
        <p className="text-sm">
          <Link href="/forgotten-password" className="text-accent underline">
            Forgot your password?
          </Link>
        </p>
      )}
      <p className="text-sm text-muted">
        {withPassword && canSendPasswordLinks()
          ? "No account? Ask an admin of your project for an invitation."
          : withPassword
            ? "Forgot your password, or no account? Ask an admin of your project, or a site admin, for a link."
            : "No account? Ask an admin of your project for an invitation, or a site admin for an account."}
      </p>
    </>
  );
}

interface SignInNoticesProps {
  refused: (typeof PROVIDER_PROBLEMS)[number] | undefined;
  ended: string | undefined;
  erased: string | undefined;
  chosen: string | undefined;
  withPassword: boolean;
}

/** Notices about the account: a change that has just been made, or a requirement that is missing. */
async function SignInNotices({ refused, ended, erased, chosen, withPassword }: SignInNoticesProps) {
  return (
    <>
      {refused && <Banner tone="danger" title={explain(refused).message} />}
      {ended !== undefined && <Banner title="You are signed out." />}
      {erased !== undefined && <Banner title="Your account is erased." />}
      {chosen !== undefined && (
        <Banner
          title={withPassword ? "Your password is set. Sign in with it." : "Your account is made. Sign in."}
        />
      )}
      {!(await hasAccounts()) && (
        <Banner tone="warning" title="There are no accounts yet.">
          The terminal in which the server was started shows the link for the first one.
        </Banner>
      )}
    </>
  );
}
