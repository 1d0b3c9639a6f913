import { Layers, Plus } from "lucide-react";
import type { Metadata } from "next";
import { BatchStateBadge } from "@/app/projects/[project]/batches/batch-state";
import { DueDate } from "@/app/projects/[project]/batches/due-date";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCount, formatPercent, formatQuantity } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { LinkedRow, ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type BatchRow, listBatches } from "@/lib/batch/data/progress";
import { requireMember } from "@/lib/project/page-access";
import { presetOf } from "@/lib/protocol/rules/presets";

export const metadata: Metadata = { title: "Batches" };

interface BatchesPageProps {
  params: Promise<{ project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Batches of a project; archived ones have a view of their own. */
export default async function BatchesPage({ params, searchParams }: BatchesPageProps) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const batches = await listBatches(actor, project.id);
  const archived = (await searchParams).archived !== undefined;
  const shown = batches.filter(({ state }) => (state === "archived") === archived);
  const put = batches.filter(({ state }) => state === "archived").length;
  const home = `/projects/${project.id}/batches`;
  const isAdmin = project.role === "admin";
  const make = isAdmin && (
    <ButtonLink variant="primary" href={`${home}/new`}>
      <Plus aria-hidden="true" />
      New batch
    </ButtonLink>
  );
  return (
    <Page>
      <PageHeader
        title="Batches"
        description={
          <>
            Work handed out: each task, response or pair to exactly as many people as you choose.{" "}
            <DocsLink href="/docs/how-to/batches">The life of a batch</DocsLink>
          </>
        }
        actions={batches.length > 0 && make}
      />
      <Panel
        flush
        title={archived ? "Archived" : undefined}
        actions={
          (archived || put > 0) && (
            <ButtonLink size="sm" variant="quiet" href={archived ? home : `${home}?archived=1`}>
              {archived ? "Back to the others" : `${formatCount(put)} archived`}
            </ButtonLink>
          )
        }
      >
        {batches.length > 0 && shown.length === 0 && (
          <p className="px-4 py-10 text-center text-sm text-muted">
            {archived ? "No batch is archived." : "All batches are archived."}
          </p>
        )}
        {batches.length === 0 ? (
          <EmptyState icon={<Layers />} title="No batches yet" action={make || undefined}>
            {isAdmin
              ? "Choose a dataset, what annotators should do with it, and how many people judge each task, response or pair."
              : "An admin of this project can open one."}
          </EmptyState>
        ) : shown.length === 0 ? null : (
          <BatchesTable shown={shown} home={home} />
        )}
      </Panel>
    </Page>
  );
}

function BatchesTable({ shown, home }: { shown: BatchRow[]; home: string }) {
  return (
    <ListTable
      label="Batches"
      columns={[
        { header: "Batch" },
        { header: "State", className: "max-sm:hidden" },
        { header: "Submitted", className: "w-1/4" },
        { header: "Annotators", atEnd: true },
        { header: "Due", atEnd: true },
      ]}
    >
      {shown.map((batch) => (
        <Row key={batch.id} batch={batch} href={`${home}/${batch.id}`} />
      ))}
    </ListTable>
  );
}

function Row({ batch, href }: { batch: BatchRow; href: string }) {
  const { name, state, preset, dataset, sample, perSubject, slots, submitted, annotators, dueAt, waitsFor } =
    batch;
  return (
    <LinkedRow>
      <th scope="row" className="min-w-36 sm:min-w-64 text-left font-normal">
        <span className="flex flex-wrap items-center gap-2">
          <Link href={href} className="font-medium after:absolute after:inset-0 group-hover:underline">
            {name}
          </Link>
          {sample && <SampleBadge />}
        </span>
        <span className="text-xs text-muted">
          {presetOf(preset).name} · {dataset} · {formatQuantity(perSubject, "person", "people")} each
        </span>
        <span className="mt-1 block sm:hidden">
          <BatchStateBadge state={state} />
        </span>
      </th>
      <td className="max-sm:hidden">
        <BatchStateBadge state={state} />
      </td>
      <td className="min-w-28 sm:min-w-48">
        {state === "draft" ? (
          <span className="text-muted">{waitsFor ? `Waits for ${waitsFor}` : "Not opened"}</span>
        ) : (
          <SubmittedShare submitted={submitted} slots={slots} name={name} />
        )}
      </td>
      <td className="text-right tabular-nums">{formatCount(annotators)}</td>
      <td className="text-right whitespace-nowrap">
        <DueDate
          dueAt={dueAt}
          over={state === "closed" || state === "archived" || (slots > 0 && submitted === slots)}
        />
      </td>
    </LinkedRow>
  );
}

function SubmittedShare({
  submitted,
  slots,
  name,
}: {
  submitted: BatchRow["submitted"];
  slots: BatchRow["slots"];
  name: BatchRow["name"];
}) {
  return (
    <span className="grid gap-1.5">
      <span className="flex flex-wrap justify-between gap-x-2 text-xs text-muted tabular-nums">
        <span>
          {formatCount(submitted)} of {formatCount(slots)}
        </span>
        <span>{formatPercent(slots ? submitted / slots : null, 0)}</span>
      </span>
      <ProgressBar
        label={`${name}: submitted`}
        value={submitted}
        max={slots}
        tone={slots > 0 && submitted === slots ? "positive" : "accent"}
      />
    </span>
  );
}
