import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { ParticipationLinks } from "@/app/projects/[project]/batches/[batch]/participation/links";
import { StateBadge } from "@/app/projects/[project]/batches/state-badge";
import { Page } from "@/components/shell/page";
import { PageHeader } from "@/components/ui/page-header";
import { requireMember } from "@/lib/auth/page";
import { findBatch } from "@/lib/batch/data/progress";
import { listParticipationLinks } from "@/lib/participation/data/links";

export const metadata: Metadata = { title: "Participation links" };

interface ParticipationPageProps {
  params: Promise<{ project: string; batch: string }>;
}

export default async function ParticipationPage({ params }: ParticipationPageProps) {
  const { project: projectId, batch: batchId } = await params;
  const { actor, project } = await requireMember(projectId, "admin");
  const id = z.uuid().safeParse(batchId);
  const batch = id.success ? await findBatch(actor, id.data) : null;
  if (!batch || batch.projectId !== project.id) notFound();
  const links = (await listParticipationLinks(actor, batch.id)) ?? notFound();
  const home = `/projects/${project.id}/batches`;
  const now = new Date();
  return (
    <Page>
      <PageHeader
        title={`Participation: ${batch.name}`}
        breadcrumbs={[
          { label: "Batches", href: home },
          { label: batch.name, href: `${home}/${batch.id}` },
        ]}
        state={<StateBadge state={batch.state} />}
        description="People of a crowdsourcing platform work on this batch through links, without an account of their own."
      />
      <BatchTabs batch={batch} />
      <ParticipationLinks
        batch={batch.id}
        readOnly={project.archivedAt !== null || batch.state === "closed" || batch.state === "archived"}
        links={links.map(({ consent, createdAt, expiresAt, closedAt, ...link }) => ({
          ...link,
          until: expiresAt?.toISOString() ?? null,
          state: closedAt ? "closed" : expiresAt && expiresAt <= now ? "expired" : "open",
        }))}
      />
    </Page>
  );
}
