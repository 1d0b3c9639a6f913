import type { Metadata } from "next";
import { LinkExpired } from "@/app/(entry)/link-expired";
import { SetPasswordForm } from "@/app/(entry)/set-password/[token]/set-password-form";
import { findLink } from "@/lib/auth/data/one-time-links";

export const metadata: Metadata = { title: "Choose a password" };

export default async function SetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const link = await findLink("set_password", token);
  if (!link?.email) return <LinkExpired what="A site admin can make you a new one." />;
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-2xl tracking-tight">Choose a password</h1>
        <p className="text-muted">
          For the account of <span className="font-medium text-ink">{link.email}</span>. This signs out all
          other sessions and revokes the account's API tokens.
        </p>
      </header>
      <SetPasswordForm token={token} email={link.email} />
    </>
  );
}
