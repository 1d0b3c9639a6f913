import "server-only";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fromSnapshot, type Snapshot } from "@/lib/database/snapshot";
import { decisionRecords, draftRecords, recordsByTask, studyRecords } from "@/lib/dataset/data/records";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { DraftRecord, JudgementRecord } from "@/lib/dataset/schema";
import { parquet } from "@/lib/duckdb/parquet-writer";
import { findBatchSetup } from "@/lib/export/data/batch-setup";
import { paperTables } from "@/lib/export/data/paper-tables";
import { countRatings, ratings } from "@/lib/export/data/ratings";
import { TABLE_ENDINGS } from "@/lib/export/data/report-tables";
import { runHeaders } from "@/lib/export/data/run-headers";
import { DECISION_COLUMNS, decisionOnItem, decisionsOnDraft } from "@/lib/export/rules/decisions";
import { methodsText } from "@/lib/export/rules/methods";
import { RATING_COLUMNS, RATING_TYPES } from "@/lib/export/rules/ratings";
import { isOfReport, readmeText } from "@/lib/export/rules/readme";
import { type Cells, ITEM_COLUMNS, RATER_COLUMNS, StudyIndex } from "@/lib/export/rules/study-index";
import { renderWithRuns } from "@/lib/export/rules/table-with-runs";
import type { RunList } from "@/lib/export/schema/run-header";
import { csvLine } from "@/lib/formats/csv";
import { type ZipEntry, zip } from "@/lib/formats/zip";
import { awaitReport, type FailedReport } from "@/lib/report/data/find-report";
import { findOverallScale } from "@/lib/report/data/overall-scale";
import type { StoredReport } from "@/lib/report/data/stored-report";
import { draftsById } from "@/lib/report/rules/draft-table";
import { itemKey } from "@/lib/report/rules/item-key";
import { onlyTarget } from "@/lib/report/rules/only-target";
import { Labels } from "@/lib/report/rules/scope-labels";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import { tablesOf } from "@/lib/report/rules/tables/all";
import type { ReportItem, StudyData } from "@/lib/report/schema/study";
import { TABLE_FORMATS, type Table } from "@/lib/report/schema/table";
import { VERSION } from "@/lib/version";

/** Facts found while exporting, for the record of the export. */
export interface BundleFacts {
  rows: number;
  at: Date | null;
}

const SCRIPTS = ["recompute.py", "recompute.R", "with_krippendorff.py", "with_irr.R"] as const;

/** Attempts before a bundle fails. One restarts if someone judged between its report and its snapshot. */
const MOST_ATTEMPTS = 5;

/**
 * A study with everything a paper about it needs, as a zip archive written while it is read: data, numbers,
 * and the scripts that compute one from the other. All of it is of one point in time. The report is the
 * worker's, of the same version of the data; only the items and a few tasks are in memory at a time. If the
 * report could not be computed, the data are still exported, and the README says what is missing and why.
 */
export async function* bundle(scope: StudyScope, made: BundleFacts): AsyncGenerator<Uint8Array> {
  for (let attempt = 1; ; attempt++) {
    const stored = await awaitReport(scope);
    let hasChanged = false;
    yield* fromSnapshot(async function* (snapshot) {
      const version = await dataVersion(snapshot, scope);
      hasChanged = version !== stored.dataVersion;
      if (hasChanged) return;
      made.at = snapshot.at;
      made.rows = await countRatings(snapshot, scope);
      yield* zip(files(snapshot, scope, stored), snapshot.at);
    });
    if (!hasChanged) return;
    if (attempt === MOST_ATTEMPTS)
      throw new Error("The study changed faster than its numbers were computed.");
  }
}

/** The version of a study's data at the moment of a snapshot. */
export async function dataVersion(snapshot: Snapshot, { batchId, datasetId }: StudyScope): Promise<number> {
  const [study] = await snapshot.rows<{ dataVersion: number }>(
    `SELECT "dataVersion" FROM "${batchId ? "Batch" : "Dataset"}" WHERE "id" = $1`,
    [batchId ?? datasetId],
  );
  return study?.dataVersion ?? 0;
}

/** Each file with its checksum, and the list of checksums last. */
async function* files(
  snapshot: Snapshot,
  scope: StudyScope,
  stored: StoredReport | FailedReport,
): AsyncGenerator<ZipEntry> {
  const name = "failure" in stored ? await nameOf(snapshot, scope) : stored.report.study.name;
  const listed: { file: string; bytes: number; sha256: string }[] = [];
  for await (const { name: file, body } of contents(snapshot, scope, stored, name)) {
    const noted = async function* () {
      const hash = createHash("sha256");
      let bytes = 0;
      for await (const piece of body) {
        hash.update(piece);
        bytes += typeof piece === "string" ? Buffer.byteLength(piece) : piece.length;
        yield piece;
      }
      listed.push({ file, bytes, sha256: hash.digest("hex") });
    };
    yield { name: file, body: noted() };
  }
  const made = "failure" in stored ? null : stored.report.made;
  const manifest = {
    bundle: 1,
    study: name,
    snapshot: snapshot.at.toISOString(),
    app_version: VERSION,
    rules_version: made?.rules ?? null,
    data: made?.data ?? null,
    ...("failure" in stored && { not_computed: stored.failure }),
    pseudonyms: "the project's own; no other project uses them",
    files: listed,
  };
  yield { name: "manifest.json", body: text(json(manifest)) };
}

export async function nameOf(snapshot: Snapshot, { batchId, datasetId }: StudyScope): Promise<string> {
  const [study] = await snapshot.rows<{ name: string }>(
    `SELECT "name" FROM "${batchId ? "Batch" : "Dataset"}" WHERE "id" = $1`,
    [batchId ?? datasetId],
  );
  return study?.name ?? "";
}

async function* contents(
  snapshot: Snapshot,
  scope: StudyScope,
  stored: StoredReport | FailedReport,
  name: string,
): AsyncGenerator<ZipEntry> {
  const setup = scope.batchId === null ? null : await findBatchSetup(snapshot, scope.batchId);
  const failure = "failure" in stored ? stored.failure : null;
  const ofPapers = "failure" in stored ? [] : await paperTables(snapshot, scope, stored.report);
  const runs = await runHeaders(snapshot, scope);
  const kind = scope.batchId === null ? "dataset" : "batch";
  yield { name: "README.md", body: text(readmeText(name, kind, failure, ofPapers.length > 0)) };
  if ("failure" in stored) {
    if (stored.beginning) yield { name: "reliability.json", body: text(json(stored.beginning)) };
  } else {
    const { report, items } = stored;
    const words = methodsText(
      report,
      new Labels(items, onlyTarget(report.reliability)),
      setup?.words ?? null,
      VERSION,
    );
    yield { name: "methods.md", body: text(words) };
    yield { name: "agreement.json", body: text(json(report)) };
    yield* tableFiles("tables", tablesOf(report, items), null);
    yield* tableFiles("papers", ofPapers, runs);
  }
  yield { name: "runs.json", body: text(json(runs)) };
  yield { name: "protocol.json", body: text(json(setup && { ...setup.protocol, asOf: setup.words.asOf })) };
  for (const { version, text: words } of setup?.guidelines ?? []) {
    yield { name: `guidelines/v${version}.md`, body: text(words) };
  }
  yield* tabular("ratings", RATING_COLUMNS, () => ratings(snapshot, scope));
  yield { name: "ratings.parquet", body: parquet(RATING_TYPES, ratings(snapshot, scope)) };
  const { overview, texts } = await overviewOf(snapshot, scope);
  const units = async function* () {
    for await (const { values } of groupsOf(snapshot, scope)) yield* overview.unitRows(values);
  };
  yield* tabular("units", overview.unitColumns, units);
  yield { name: "units.parquet", body: parquet(overview.unitTypes, units()) };
  yield { name: "raters.csv", body: csv(RATER_COLUMNS, overview.raterRows()) };
  yield { name: "items.csv", body: csv(ITEM_COLUMNS, overview.itemRows()) };
  yield* tabular("decisions", DECISION_COLUMNS, async function* () {
    for await (const { records, values } of groupsOf(snapshot, scope)) {
      const drafts = draftsById(values.drafts);
      const drafted = new Map(
        records.flatMap((record) => (record.type === "draft" ? [[record.id, record]] : [])),
      );
      const read = new Map(Array.from(values.judgements, (judgement) => [judgement.id, judgement]));
      for (const record of records) {
        const judgement = record.type === "judgement" ? read.get(record.id) : undefined;
        if (record.type !== "judgement" || !judgement) continue;
        const [draft, words] = [drafts.get(record.draft ?? ""), drafted.get(record.draft ?? "")];
        yield* decisionsOnDraft(
          { record, read: judgement, draft: draft && words && { record: words, read: draft } },
          overview,
        );
      }
    }
    for await (const decision of decisionRecords(snapshot, scope)) {
      yield decisionOnItem(decision, texts.get(itemKey(decision.rubric, decision.item)) ?? null, overview);
    }
  });
  yield { name: "drafts.jsonl", body: lines(draftRecords(snapshot, scope)) };
  yield { name: "study.jsonl", body: lines(studyRecords(snapshot, scope)) };
  for (const script of SCRIPTS) {
    if (failure !== null && isOfReport(`scripts/${script}`)) continue;
    yield { name: `scripts/${script}`, body: text(await readScript(script)) };
  }
}

/** Tables as files; with `runs`, each names the runs behind its drafts. */
function* tableFiles(folder: string, tables: readonly Table[], runs: RunList | null): Generator<ZipEntry> {
  for (const table of tables)
    for (const format of TABLE_FORMATS)
      yield {
        name: `${folder}/${table.name}.${TABLE_ENDINGS[format]}`,
        body: text(renderWithRuns(table, format, runs)),
      };
}

/** A script as it is written into a bundle. */
function readScript(name: (typeof SCRIPTS)[number]): Promise<string> {
  return readFile(path.join(process.cwd(), "lib/export/scripts", name), "utf8");
}

/** Some tasks, with their records for the study file and their values for a report. */
interface Group {
  records: (DraftRecord | JudgementRecord)[];
  values: Pick<StudyData, "drafts" | "judgements">;
}

/** The study in groups of tasks. */
async function* groupsOf(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<Group> {
  let items: readonly ReportItem[] | undefined;
  for await (const records of recordsByTask(snapshot, scope)) {
    const reader = new StudyDataReader(items);
    for (const record of records) reader.add(record);
    const read = reader.finish();
    if (items) yield { records: records as Group["records"], values: read };
    else items = read.items;
  }
}

/** Loads what the first unit requires: the items, the raters, and the texts of the drafted items. */
export async function overviewOf(snapshot: Snapshot, scope: StudyScope) {
  const overall = await findOverallScale(snapshot, scope.batchId);
  let overview: StudyIndex | undefined;
  let items: readonly ReportItem[] = [];
  for await (const records of recordsByTask(snapshot, scope)) {
    const reader = new StudyDataReader(items);
    for (const record of records) reader.add(record);
    const read = reader.finish();
    if (overview) overview.note(read);
    else {
      items = read.items;
      overview = new StudyIndex(items, overall);
    }
  }
  return {
    overview: overview ?? new StudyIndex([]),
    texts: new Map(items.map(({ key, text }) => [key, text])),
  };
}

/** A table as CSV and as JSONL. */
function* tabular(
  name: string,
  columns: readonly string[],
  rows: () => AsyncIterable<Cells>,
): Generator<ZipEntry> {
  yield { name: `${name}.csv`, body: csv(columns, rows()) };
  yield { name: `${name}.jsonl`, body: jsonl(columns, rows()) };
}

async function* csv(columns: readonly string[], rows: Iterable<Cells> | AsyncIterable<Cells>) {
  yield csvLine(columns);
  for await (const row of rows) yield csvLine(columns.map((column) => row[column]));
}

async function* jsonl(columns: readonly string[], rows: AsyncIterable<Cells>) {
  for await (const row of rows) {
    yield `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, row[column] ?? null])))}\n`;
  }
}

async function* lines(records: AsyncIterable<Parameters<typeof exportRecord>[0]>) {
  for await (const record of records) yield `${exportRecord(record)}\n`;
}

async function* text(words: string) {
  yield words;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
