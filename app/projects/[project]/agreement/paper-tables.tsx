import { Table2 } from "lucide-react";
import { notFound } from "next/navigation";
import { type AgreementStudy, belowAgreement } from "@/app/projects/[project]/agreement/agreement-study";
import { RunHeaders } from "@/app/projects/[project]/agreement/run-headers";
import { AsOfLine } from "@/components/report/as-of-line";
import { PaperFigure } from "@/components/report/paper-figure";
import { ReportWatch } from "@/components/report/report-status";
import { ReportTable } from "@/components/report/report-table";
import { Page } from "@/components/shell/page";
import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterLinks } from "@/components/ui/filter-links";
import { PageHeader } from "@/components/ui/page-header";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import type { Member } from "@/lib/auth/actor";
import {
  type PaperTables as Found,
  findPaperTables,
  type PaperTableResult,
} from "@/lib/export/data/study-papers";
import { PaperPageQuery, type TableAdditions } from "@/lib/export/table-params";
import { TABLE_FORMATS, type TableFormat } from "@/lib/report/schema/table";

interface PaperTablesProps {
  actor: Member<"researcher">;
  study: AgreementStudy;
  /** The paper in the address. */
  search: Record<string, string | string[] | undefined>;
}

const FORMATS: Record<TableFormat, string> = {
  csv: "CSV",
  json: "JSON",
  latex: "LaTeX",
  markdown: "Markdown",
};
const SOURCES = { own: "Values of this study", published: "With the paper’s values" };
const INTERVALS = { none: "Numbers alone", all: "With 95 % intervals" };

/** The same in an address, after its beginning. */
const inAddress = ({ published, intervals }: TableAdditions) =>
  `${published ? "&published=true" : ""}${intervals ? "&intervals=true" : ""}`;

/** The tables of a paper, computed from a batch or a dataset; of the others it says which records are missing. */
export async function PaperTables({ actor, study, search }: PaperTablesProps) {
  const query = PaperPageQuery.safeParse(search);
  if (!query.success) notFound();
  const { published, intervals } = query.data;
  const additions = { published, intervals };
  const found = (await findPaperTables(actor, study.id, query.data)) ?? notFound();
  const { paper, papers, tables, isTooLarge, status, asOf, runs, drafting } = found;
  const { path, changing } = study;
  const address = (to: string, other: TableAdditions) =>
    `${study.home}/tables?paper=${to}${inAddress(other)}`;
  const computed = tables?.filter(({ table }) => table !== null) ?? [];
  const lacking = tables?.filter(({ table }) => table === null) ?? [];
  const isOfRaters = paper.id === RATERS;
  return (
    <Page width="report">
      <PageHeader
        title={`${isOfRaters ? NAMES[RATERS] : "Tables of papers"}: ${study.name}`}
        breadcrumbs={belowAgreement(study)}
        description={
          <>
            {isOfRaters ? "Models of raters" : "The tables of a paper"}, computed from this data, and what is
            missing for those that cannot be computed.
            <AsOfLine asOf={asOf} kind={study.kind} />
            {!asOf && status.dataAt && (
              <p>
                As of <Time at={status.dataAt} />
              </p>
            )}
            {drafting > 0 && <p>A run is drafting: its drafts are counted when it stops, and shown here.</p>}
          </>
        }
      />
      <PaperChoice papers={papers} paper={paper} address={address} additions={additions} />
      <ReportWatch
        path={path}
        status={status}
        changing={changing || drafting > 0}
        needsAll
        more="Tables that are counted from single records may be newer. The page shows the new ones by itself."
      />
      {isTooLarge && (
        <Banner tone="info" title="This study is too large for its tables to be computed here">
          Export the study file, and run <code>countersign tables STUDY.jsonl --paper {paper.id}</code>.
        </Banner>
      )}
      {tables && computed.length === 0 && (
        <EmptyState icon={<Table2 />} title="No table of this paper can be computed">
          The list below says what each of them needs.
        </EmptyState>
      )}
      {computed.map((result) => (
        <ComputedTable
          key={result.id}
          result={result}
          path={`${path}/papers/${paper.id}`}
          additions={additions}
          hasRuns={runs.runs.length > 0}
        />
      ))}
      {lacking.length > 0 && <MissingTables results={lacking} />}
      {tables && <RunHeaders {...runs} />}
    </Page>
  );
}

interface PaperChoiceProps {
  papers: Found["papers"];
  paper: Found["paper"];
  address: (to: string, additions: TableAdditions) => string;
  additions: TableAdditions;
}

/** Links to choose a paper, and what its tables show. */
function PaperChoice({ papers, paper, address, additions }: PaperChoiceProps) {
  return (
    <div className="grid gap-1">
      <FilterLinks
        label="Paper"
        words={Object.fromEntries(
          papers.map(({ id, isUsed }) => [id, `${NAMES[id] ?? id}${isUsed ? " ✓" : ""}`]),
        )}
        counts={{}}
        current={paper.id}
        hrefOf={(id) => address(id, additions)}
      />
      {paper.id !== RATERS && <AdditionLinks paper={paper} address={address} additions={additions} />}
      <p className="px-2 text-sm text-muted">
        {paper.title}
        {papers.some(({ isUsed }) => isUsed) && " · ✓ marks papers whose methods this study used"}
      </p>
    </div>
  );
}

/** Models of raters print no values of a paper, and have no intervals. */
const RATERS = "raters";

/** Links to choose whose values the tables of a paper show, and whether with intervals. */
function AdditionLinks({ paper, address, additions }: Omit<PaperChoiceProps, "papers">) {
  return (
    <>
      <FilterLinks
        label="Values"
        words={SOURCES}
        counts={{}}
        current={additions.published ? "published" : "own"}
        hrefOf={(source) => address(paper.id, { ...additions, published: source === "published" })}
      />
      <FilterLinks
        label="Intervals"
        words={INTERVALS}
        counts={{}}
        current={additions.intervals ? "all" : "none"}
        hrefOf={(which) => address(paper.id, { ...additions, intervals: which === "all" })}
      />
    </>
  );
}

const NAMES: Record<string, string> = {
  llmbar: "LLMBar",
  tick: "TICK",
  stick: "STICK",
  checklists: "Checklist study",
  salc: "SALC",
  coeval: "CoEval",
  [RATERS]: "Models of raters",
};

function ComputedTable({
  result,
  path,
  additions,
  hasRuns,
}: {
  result: PaperTableResult;
  path: string;
  additions: TableAdditions;
  hasRuns: boolean;
}) {
  const { id, table, charts } = result;
  if (!table) return null;
  const file = (format: TableFormat) =>
    `${path}/${encodeURIComponent(id)}?format=${format}${inAddress(additions)}`;
  const files = TABLE_FORMATS.map((format) => ({ words: FORMATS[format], address: file(format) }));
  // Other formats have the runs in any case.
  if (hasRuns) files.splice(1, 0, { words: "CSV with runs", address: `${file("csv")}&runs=true` });
  return (
    <Panel>
      <div className="mb-3 flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm">
        <p className="text-muted">{table.description}</p>
        <span className="flex gap-3">
          {files.map(({ words, address }) => (
            <a
              key={words}
              href={address}
              download
              className="text-accent underline-offset-2 hover:underline"
              aria-label={`${table.title} as ${words}`}
            >
              {words}
            </a>
          ))}
        </span>
      </div>
      <div className="grid gap-6">
        <ReportTable table={table} />
        {charts.map((chart) => (
          <PaperFigure key={chart.name} chart={chart} title={table.title} />
        ))}
      </div>
    </Panel>
  );
}

function MissingTables({ results }: { results: readonly PaperTableResult[] }) {
  return (
    <Panel title="Tables that cannot be computed" description="What this study lacks for each of them.">
      <dl className="grid gap-3 text-sm">
        {results.map(({ id, also, title, missing }) => (
          <div key={id}>
            <dt className="font-medium">
              {[id, ...also].join(", ")}: {title}
            </dt>
            <dd className="text-muted">
              {missing.map((what) => (
                <span key={what} className="block">
                  Missing: {what}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
