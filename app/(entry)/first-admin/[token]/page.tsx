import type { Metadata } from "next";
import { FirstAdminForm } from "@/app/(entry)/first-admin/[token]/first-admin-form";
import { LinkExpired } from "@/app/(entry)/link-expired";
import { findLink } from "@/lib/auth/data/one-time-links";

export const metadata: Metadata = { title: "First account" };

export default async function FirstAdminPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (!(await findLink("first_admin", token))) {
    return <LinkExpired what="If you have an account, sign in. A site admin can add more people." />;
  }
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-2xl tracking-tight">Make the first account</h1>
        <p className="text-muted">
          This account runs the installation: it creates other accounts, and projects.
        </p>
      </header>
      <FirstAdminForm token={token} />
    </>
  );
}
