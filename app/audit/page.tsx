import type { Metadata } from "next";
import { AuditLog } from "@/app/audit/audit-log";
import { SignedInPage } from "@/app/signed-in-page";
import { listAudit } from "@/lib/audit/data";
import { AuditQuery } from "@/lib/audit/schema";
import { requireSiteAdmin } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Audit log" };

interface AuditPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function InstallationAuditPage({ searchParams }: AuditPageProps) {
  const admin = await requireSiteAdmin();
  const query = AuditQuery.safeParse(await searchParams).data ?? {};
  return (
    <SignedInPage user={admin}>
      <AuditLog
        description="Who did what in this installation. Names are those of today; entries cannot be changed."
        href="/audit"
        api="/api/v1/audit"
        query={query}
        page={await listAudit(admin, query)}
        showProject
      />
    </SignedInPage>
  );
}
