import type { ReactNode } from "react";
import { BatchTabs } from "@/app/projects/[project]/batches/[batch]/batch-tabs";
import { SampleBadge } from "@/components/shell/sample-badge";
import { PageHeader } from "@/components/ui/page-header";
import type { BatchView } from "@/lib/batch/schema/views";

interface BatchHeaderProps {
  batch: BatchView;
  /** Name of the page: "Quality". */
  about: string;
  description: ReactNode;
  state?: ReactNode;
}

/** Header of a batch's subpages, with tabs. */
export function BatchHeader({ batch, about, description, state }: BatchHeaderProps) {
  const home = `/projects/${batch.projectId}/batches`;
  return (
    <>
      <PageHeader
        title={`${about}: ${batch.name}`}
        breadcrumbs={[
          { label: "Batches", href: home },
          { label: batch.name, href: `${home}/${batch.id}` },
        ]}
        state={state ?? (batch.sample && <SampleBadge />)}
        description={description}
      />
      <BatchTabs batch={batch} />
    </>
  );
}
