import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import {
  CostSection,
  DesignSection,
  GuidelinesSection,
  ScreenSection,
} from "@/app/projects/[project]/batches/[batch]/design-sections";
import { findDesign } from "@/app/projects/[project]/batches/[batch]/find-design";
import { MonitorSearch } from "@/app/projects/[project]/batches/[batch]/monitor-search";
import {
  AttentionSection,
  OpenAssignmentsSection,
  OverviewSection,
  SubjectsSection,
  WaitSection,
} from "@/app/projects/[project]/batches/[batch]/monitor-sections";
import type { BatchPageContext } from "@/app/projects/[project]/batches/[batch]/page-context";
import { BatchPageHeader } from "@/app/projects/[project]/batches/[batch]/page-header";
import {
  AnnotatorsSection,
  ChosenAnnotatorSection,
  QualificationsSection,
} from "@/app/projects/[project]/batches/[batch]/people-sections";
import { requireBatch } from "@/app/projects/[project]/batches/[batch]/require-batch";
import { Page } from "@/components/shell/page";
import { findMonitorVersion } from "@/lib/batch/data/monitor";
import { findProgress } from "@/lib/batch/data/progress";

export const metadata: Metadata = { title: "Batch" };

interface BatchPageProps {
  params: Promise<{ project: string; batch: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BatchPage({ params, searchParams }: BatchPageProps) {
  const { actor, project, batch } = await requireBatch(params, "researcher");

  // Queried first: a change during the other queries makes the page outdated.
  const monitorVersion = await findMonitorVersion(actor, batch.id);
  const progress = await findProgress(actor, batch.id);
  if (!progress || !monitorVersion) notFound();
  const home = `/projects/${project.id}/batches`;
  const page: BatchPageContext = {
    actor,
    project,
    batch,
    progress,
    version: monitorVersion.version,
    search: MonitorSearch.parse(await searchParams),
    isAdmin: project.role === "admin",
    drafted: batch.state === "draft",
    running: batch.state === "open" || batch.state === "paused",
    home,
    here: `${home}/${batch.id}`,
  };
  const found = await findDesign(page);

  return (
    <Page>
      <BatchPageHeader page={page} design={found.design} />
      <WaitSection page={page} />
      <BatchTabs batch={batch} />
      <AttentionSection page={page} />
      <OverviewSection page={page} />

      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] [&>*]:min-w-0">
        <div className="grid gap-6 [&>*]:min-w-0">
          <AnnotatorsSection page={page} />
          <QualificationsSection page={page} />
          <ChosenAnnotatorSection page={page} />
          <OpenAssignmentsSection page={page} />
          <ScreenSection page={page} />
          <SubjectsSection page={page} />
        </div>
        <div className="grid gap-6 [&>*]:min-w-0">
          <DesignSection page={page} found={found} />
          <CostSection page={page} />
          <GuidelinesSection page={page} />
        </div>
      </div>
    </Page>
  );
}
