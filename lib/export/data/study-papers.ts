import "server-only";
import type { Member } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import type { AsOf } from "@/lib/batch/schema/as-of";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { paperSource } from "@/lib/export/data/paper-tables";
import { paperUse } from "@/lib/export/data/paper-use";
import { TABLE_ENDINGS, TABLE_TYPES } from "@/lib/export/data/report-tables";
import { runHeaders } from "@/lib/export/data/run-headers";
import { csvWithRunComments, renderWithRuns } from "@/lib/export/rules/table-with-runs";
import type { RunList } from "@/lib/export/schema/run-header";
import type { PaperTableParams, TableAdditions } from "@/lib/export/table-params";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { TextFile } from "@/lib/http/response";
import { findReport } from "@/lib/report/data/find-report";
import { chartsOf } from "@/lib/report/rules/papers/chart";
import { isMissing, PAPERS, paperById, tablesByNumber } from "@/lib/report/rules/papers/registry";
import type { Report, ReportStatus } from "@/lib/report/schema";
import type { PaperChart } from "@/lib/report/schema/paper-figure";
import type { Paper, PaperUse } from "@/lib/report/schema/paper-table";
import type { Table, TableFormat } from "@/lib/report/schema/table";

/** Records of a study whose tables a web server computes; of a larger one the command line does. */
const MOST_RECORDS = 30_000;

/** One table of a paper: computed, or the records that the study lacks. */
export interface PaperTableResult {
  id: string;
  /** Further numbers that it has in the paper. */
  also: readonly string[];
  title: string;
  needs: string;
  table: Table | null;
  missing: string[];
  /** The drawings of a figure; none of a table. */
  charts: PaperChart[];
}

export interface PaperTables {
  /** Status of the report that the tables are taken from. */
  status: ReportStatus;
  /** Progress of an open batch in that report; null for a closed batch, and for a dataset. */
  asOf: AsOf | null;
  paper: Pick<Paper, "id" | "title">;
  /** The papers there are; those whose methods the study uses come first. */
  papers: (Pick<Paper, "id" | "title"> & { isUsed: boolean })[];
  /** Null while there is no report yet, or the study is too large. */
  tables: PaperTableResult[] | null;
  isTooLarge: boolean;
  runs: RunList;
  /** Runs that are drafting on the data: the report is computed again when they stop. */
  drafting: number;
}

/**
 * The tables of one paper, computed from a batch or a dataset: of `paper`, or of the first one whose methods the study
 * uses. Null when the researcher may not read it, or there is no such paper.
 */
export async function findPaperTables(
  researcher: Member<"researcher">,
  id: StudyId,
  {
    paper: wanted,
    published,
    intervals,
    only,
  }: TableAdditions & { paper?: string | undefined; only?: string },
): Promise<PaperTables | null> {
  const scope = await findScope(researcher, id);
  const found = scope && (await findReport(researcher, id));
  if (!scope || !found) return null;
  const { report, items, asOf, ...status } = found;
  const use = report && (await readUse(scope, report));
  const papers = PAPERS.map((paper) => ({
    ...{ id: paper.id, title: paper.title },
    isUsed: use !== null && paper.isUsedIn(use),
  })).sort((a, b) => Number(b.isUsed) - Number(a.isUsed));
  const paper = paperById(wanted ?? papers[0]?.id ?? "");
  if (!paper) return null;
  const chosen = { id: paper.id, title: paper.title };
  const { datasetId } = scope;
  const drafting = await db.draftRun.count({ where: { datasetId, state: "running", published: true } });
  const nothing = {
    status,
    asOf,
    paper: chosen,
    papers,
    tables: null,
    isTooLarge: false,
    runs: { runs: [], olderRunsLeftOut: 0 },
    drafting,
  };
  if (!report) return nothing;
  const { drafts, judgements, responses } = report.study;
  if (drafts + judgements + responses > MOST_RECORDS) return { ...nothing, isTooLarge: true };
  const read = fromSnapshot(async function* (snapshot) {
    yield { source: await paperSource(snapshot, scope), runs: await runHeaders(snapshot, scope) };
  });
  for await (const { source, runs } of read) {
    const own = {
      ...source,
      published,
      options: { ...report.made, ...(!intervals && { replicates: 0 }) },
      known: { report, items },
    };
    const tables = paper.tables
      .filter((table) => only === undefined || table.id === only)
      .map(({ id: name, also = [], title, needs, drawing, of }) => {
        const result = of(own);
        const about = { id: name, also, title, needs };
        return isMissing(result)
          ? { ...about, table: null, missing: result.missing, charts: [] }
          : { ...about, table: result, missing: [], charts: drawing ? chartsOf(result, drawing) : [] };
      });
    return { ...nothing, tables, runs };
  }
  return nothing;
}

async function readUse(scope: StudyScope, report: Report): Promise<PaperUse | null> {
  const read = fromSnapshot(async function* (snapshot) {
    yield await paperUse(snapshot, scope, report);
  });
  for await (const use of read) return use;
  return null;
}

/**
 * One table of a paper as a file, with the runs behind its drafts: under `runs` in JSON, as comments in LaTeX and
 * Markdown, and on request in CSV. The export is recorded. Null like `findPaperTables`, and when the paper has no such table.
 */
export async function openPaperTable(
  researcher: Member<"researcher">,
  { of, id, paper, table: number }: PaperTableParams,
  { format, runs = false, ...additions }: TableAdditions & { format: TableFormat; runs?: boolean },
): Promise<TextFile | Refusal<"no-report-yet" | "records-missing" | "too-many-records"> | null> {
  const study = of === "batches" ? { batch: id } : { dataset: id };
  const scope = await findScope(researcher, study);
  const known = paperById(paper);
  const [wanted, ...others] = known ? tablesByNumber(known, number) : [];
  // A file holds one table: of several with a number each has a name of its own.
  if (!wanted || others.length > 0) return null;
  const found = await findPaperTables(researcher, study, { paper, ...additions, only: wanted.id });
  if (!scope || !found) return null;
  if (found.isTooLarge) return refuse("too-many-records");
  if (!found.tables) return refuse("no-report-yet");
  const table = found.tables[0]?.table;
  if (!table) return refuse("records-missing");
  await db.$transaction((tx) =>
    audit(tx, researcher, {
      action: "table.exported",
      projectId: scope.projectId,
      subject: [of === "batches" ? "Batch" : "Dataset", id],
      detail: { table: table.name, format },
    }),
  );
  return {
    fileName: `countersign-${id.slice(0, 8)}-${table.name}.${TABLE_ENDINGS[format]}`,
    contentType: TABLE_TYPES[format],
    text:
      format === "csv" && runs
        ? csvWithRunComments(table, found.runs)
        : renderWithRuns(table, format, found.runs),
  };
}
