import { PackageOpen } from "lucide-react";
import type { Metadata } from "next";
import { ExportMenu } from "@/app/projects/[project]/exports/export-menu";
import { DocsLink } from "@/components/shell/docs-link";
import { Page } from "@/components/shell/page";
import { SampleBadge } from "@/components/shell/sample-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { DASH, formatCount } from "@/components/ui/format";
import { Link } from "@/components/ui/link";
import { ListTable } from "@/components/ui/list-table";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { listExportable, listPastExports } from "@/lib/export/data/exports";
import { EXPORT_FORMATS, type Exportable, FORMAT_WORDS, type PastExport } from "@/lib/export/schema";
import { requireMember } from "@/lib/project/page-access";

export const metadata: Metadata = { title: "Exports" };

export default async function ExportsPage({ params }: { params: Promise<{ project: string }> }) {
  const { actor, project } = await requireMember((await params).project, "researcher");
  const [studies, past] = await Promise.all([
    listExportable(actor, project.id),
    listPastExports(actor, project.id),
  ]);
  const base = `/projects/${project.id}`;
  return (
    <Page>
      <PageHeader
        title="Exports"
        description={
          <>
            Raters appear under their pseudonyms; no name or e-mail address is exported. Free-text notes may
            still identify someone. <DocsLink href="/docs/how-to/exports">What an export has</DocsLink>
          </>
        }
      />
      <Panel flush title="What can be exported">
        {!studies || studies.length === 0 ? (
          <EmptyState
            icon={<PackageOpen />}
            title="Nothing to export yet"
            action={<ButtonLink href={`${base}/data`}>Go to the data</ButtonLink>}
          >
            Imported datasets and opened batches are exported from here.
          </EmptyState>
        ) : (
          <ExportableTable studies={studies} base={base} />
        )}
      </Panel>
      <Panel title="The formats">
        <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
          {EXPORT_FORMATS.map((format) => (
            <div key={format}>
              <dt className="font-medium">{FORMAT_WORDS[format].name}</dt>
              <dd className="text-muted">{FORMAT_WORDS[format].explanation}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {past && past.length > 0 && <PastExports past={past} />}
    </Page>
  );
}

/** Studies that the project can export. */
function ExportableTable({ studies, base }: { studies: Exportable[]; base: string }) {
  return (
    <ListTable
      label="What can be exported"
      columns={[{ header: "Name" }, { header: "Ratings", atEnd: true }, { header: "Export", unseen: true }]}
    >
      {studies.map((study) => (
        <StudyRow key={study.id} study={study} base={base} />
      ))}
    </ListTable>
  );
}

/** Past exports with their actors, newest first. */
function PastExports({ past }: { past: PastExport[] }) {
  return (
    <Panel flush title="Past exports" description="Who exported what, newest first.">
      <ListTable
        label="Past exports"
        className="max-h-[60dvh]"
        columns={[
          { header: "What" },
          { header: "Rows", atEnd: true },
          { header: "When" },
          { header: "Who" },
          { header: "SHA-256" },
        ]}
      >
        {past.map((entry) => (
          <PastRow key={entry.id} entry={entry} />
        ))}
      </ListTable>
    </Panel>
  );
}

function StudyRow({ study, base }: { study: Exportable; base: string }) {
  const { id, kind, name, sample, ratings, lacks } = study;
  const href = kind === "batch" ? `${base}/batches/${id}` : `${base}/data/${id}`;
  return (
    <tr>
      <th scope="row" className="w-full text-left font-normal">
        <span className="flex flex-wrap items-center gap-x-2">
          <Link href={href} className="font-medium wrap-anywhere hover:underline">
            <bdi>{name}</bdi>
          </Link>
          {sample && <SampleBadge />}
        </span>
        <span className="text-xs text-muted">{kind === "batch" ? "Batch" : "Dataset"}</span>
      </th>
      <td className="text-right tabular-nums">{formatCount(ratings)}</td>
      <td className="text-right">
        <ExportMenu study={id} lacks={lacks} label={`Export ${name}`} size="sm" />
      </td>
    </tr>
  );
}

function PastRow({ entry }: { entry: PastExport }) {
  const { at, by, format, study, rows, sha256 } = entry;
  return (
    <tr className="*:whitespace-nowrap">
      <th scope="row" className="w-full min-w-40 text-left font-normal whitespace-normal!">
        {FORMAT_WORDS[format].name} of <bdi>{study.name ?? `a deleted ${study.kind}`}</bdi>
      </th>
      <td className="text-right tabular-nums">
        {rows === null ? <span className="text-muted">broke off</span> : formatCount(rows)}
      </td>
      <td>
        <Time at={at.toISOString()} />
      </td>
      <td>{by ?? <span className="text-muted">an erased account</span>}</td>
      <td className="font-mono text-xs text-muted">{sha256 ? sha256.slice(0, 16) : DASH}</td>
    </tr>
  );
}
