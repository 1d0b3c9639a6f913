import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BatchHeader } from "@/app/projects/[project]/batches/[batch]/batch-header";
import { ParticipationLinks } from "@/app/projects/[project]/batches/[batch]/participation/links";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { StateBadge } from "@/app/projects/[project]/batches/state-badge";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { listParticipationLinks } from "@/lib/participation/data/links";

export const metadata: Metadata = { title: "Crowd links" };

interface ParticipationPageProps {
  params: Promise<{ project: string; batch: string }>;
}

export default async function ParticipationPage({ params }: ParticipationPageProps) {
  const { actor, project, batch } = await requireBatch(params, "admin");
  const links = (await listParticipationLinks(actor, batch.id)) ?? notFound();
  const now = new Date();
  return (
    <Page>
      <BatchHeader
        batch={batch}
        about="Crowd links"
        state={<StateBadge state={batch.state} />}
        description={
          <>
            People of a crowdsourcing platform work on this batch through links, without an account of their
            own. <DocsLink href="/docs/how-to/people#crowd-links">About crowd links</DocsLink>
          </>
        }
      />
      <ParticipationLinks
        batch={batch.id}
        hasExam={batch.quality.exam !== null}
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
