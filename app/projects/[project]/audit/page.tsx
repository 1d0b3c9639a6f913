import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditLog } from "@/app/audit/audit-log";
import { listProjectAudit } from "@/lib/audit/data";
import { AuditQuery } from "@/lib/audit/schema";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Audit log" };

interface AuditPageProps {
  params: Promise<{ project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ProjectAuditPage({ params, searchParams }: AuditPageProps) {
  const { actor, project } = await requireMember((await params).project, "admin");
  const query = AuditQuery.safeParse(await searchParams).data ?? {};
  const page = await listProjectAudit(actor, project.id, query);
  if (!page) notFound();
  return (
    <AuditLog
      description="Who did what in this project. Names are those of today; entries cannot be changed."
      href={`/projects/${project.id}/audit`}
      api={`/api/v1/projects/${project.id}/audit`}
      query={query}
      page={page}
    />
  );
}
