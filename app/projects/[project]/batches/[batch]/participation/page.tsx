import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BatchHeader } from "@/app/projects/[project]/batches/[batch]/batch-header";
import { ParticipationLinks } from "@/app/projects/[project]/batches/[batch]/participation/links";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { BatchStateBadge } from "@/app/projects/[project]/batches/batch-state";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { listParticipationLinks } from "@/lib/participation/data/links";
import { findProlificConnection } from "@/lib/prolific/data/connection";
import { listProlificStudies } from "@/lib/prolific/data/studies";

export const metadata: Metadata = { title: "Crowd links" };

interface ParticipationPageProps {
  params: Promise<{ project: string; batch: string }>;
}

export default async function ParticipationPage({ params }: ParticipationPageProps) {
  const { actor, project, batch } = await requireBatch(params, "admin");
  const [found, studies, prolific] = await Promise.all([
    listParticipationLinks(actor, batch.id),
    listProlificStudies(actor, batch.id),
    findProlificConnection(actor, project.id),
  ]);
  const links = found ?? notFound();
  const now = new Date();
  return (
    <Page>
      <BatchHeader
        batch={batch}
        about="Crowd links"
        state={<BatchStateBadge state={batch.state} />}
        description={
          <>
            People of a crowdsourcing platform work on this batch through links, without an account of their
            own. <DocsLink href="/docs/how-to/crowds">About crowd links</DocsLink>
          </>
        }
      />
      <ParticipationLinks
        batch={batch.id}
        prolific={{
          studies,
          connection: prolific?.connection ?? null,
          settings: `/projects/${project.id}/settings#prolific`,
          isOpen: batch.state === "open",
        }}
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
