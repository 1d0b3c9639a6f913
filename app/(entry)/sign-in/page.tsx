import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/app/(entry)/sign-in/sign-in-form";
import { Banner } from "@/components/ui/banner";
import { hasAccounts } from "@/lib/auth/data/one-time-links";
import { safePath } from "@/lib/auth/rules";
import { env } from "@/lib/env";
import { currentUser } from "@/lib/project/page";

export const metadata: Metadata = { title: "Sign in" };

interface SignInPageProps {
  searchParams: Promise<{ next?: string | string[]; ended?: string; chosen?: string; erased?: string }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, ended, chosen, erased } = await searchParams;
  const path = safePath(typeof next === "string" ? next : null, env().APP_URL);
  if (await currentUser()) redirect(path);
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-2xl tracking-tight">Sign in</h1>
        <p className="text-muted">With the e-mail address of your account.</p>
      </header>
      {ended !== undefined && <Banner title="You are signed out." />}
      {erased !== undefined && <Banner title="Your account is erased." />}
      {chosen !== undefined && <Banner title="Your password is set. Sign in with it." />}
      {!(await hasAccounts()) && (
        <Banner tone="warning" title="There are no accounts yet.">
          The terminal in which the server was started shows the link for the first one.
        </Banner>
      )}
      <SignInForm next={path} />
      <p className="text-sm text-muted">
        Forgotten the password, or no account? Ask an admin of your project, or a site admin, for a link.
      </p>
    </>
  );
}
