import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { fromSnapshot, type Snapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { findScope } from "@/lib/dataset/data/scope";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { exportRecord } from "@/lib/dataset/rules/records";
import { parquet } from "@/lib/duckdb/parquet-writer";
import { argilla, labelStudio, preferences } from "@/lib/export/data/annotation-tools";
import { type BundleFacts, bundle } from "@/lib/export/data/bundle";
import { listLacking } from "@/lib/export/data/contents";
import { huggingFace } from "@/lib/export/data/hugging-face";
import { countRatings, ratingLines, ratings } from "@/lib/export/data/ratings";
import { trainingArchive } from "@/lib/export/data/training";
import { workbook } from "@/lib/export/data/workbook";
import { evaluationEvents } from "@/lib/export/rules/evaluation-events";
import { RATING_COLUMNS, RATING_TYPES } from "@/lib/export/rules/ratings";
import { MOST_WORKBOOK_ROWS } from "@/lib/export/rules/workbook";
import {
  type Exportable,
  ExportFinished,
  type ExportFormat,
  ExportStarted,
  FORMAT_WORDS,
  type PastExport,
} from "@/lib/export/schema";
import { TrainingOptions } from "@/lib/export/schema/training";
import { pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { hasAccess } from "@/lib/project/data";
import { awaitReport } from "@/lib/report/data/find-report";
import { VERSION } from "@/lib/version";
import type { Prisma } from "@/prisma/generated/client/client";

export interface Export {
  fileName: string;
  contentType: string;
  body: AsyncGenerator<string | Uint8Array>;
}

const TYPES: Record<ExportFormat, string> = {
  bundle: "application/zip",
  csv: "text/csv; charset=utf-8",
  jsonl: "application/x-ndjson; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  huggingface: "application/zip",
  otel: "application/x-ndjson; charset=utf-8",
  study: "application/x-ndjson; charset=utf-8",
  agreement: "application/json; charset=utf-8",
  "label-studio": "application/json; charset=utf-8",
  argilla: "application/x-ndjson; charset=utf-8",
  preferences: "application/x-ndjson; charset=utf-8",
  training: "application/zip",
};

/**
 * A study at this point in time, in one of the formats; null when the actor may not read it. The request is
 * recorded before the first byte is sent, and its size once it is complete.
 */
export async function openExport(
  actor: Member<"researcher">,
  id: string,
  format: ExportFormat,
  training: TrainingOptions = TrainingOptions.parse({}),
): Promise<Export | null> {
  const scope = (await findScope(actor, { dataset: id })) ?? (await findScope(actor, { batch: id }));
  if (!scope) return null;
  const { projectId } = scope;
  const subject = [scope.batchId ? "Batch" : "Dataset", id] as const;
  const what = {
    format,
    export: randomUUID(),
    ...(format === "training" && { options: JSON.stringify(training) }),
  };
  const pieces = (made: BundleFacts) => MAKERS[format](scope, made, training);
  await db.$transaction((tx) =>
    audit(tx, actor, { action: "export.started", projectId, subject, detail: what }),
  );
  async function* recorded(): AsyncGenerator<string | Uint8Array> {
    const hash = createHash("sha256");
    const made: BundleFacts = { rows: 0, at: null };
    for await (const piece of pieces(made)) {
      hash.update(piece);
      yield piece;
    }
    const { rows, at } = made;
    const detail = { ...what, rows, sha256: hash.digest("hex"), snapshot: at?.toISOString() ?? null };
    await db.$transaction((tx) =>
      audit(tx, actor, { action: "export.finished", projectId, subject, detail }),
    );
  }
  return {
    fileName: `countersign-${id.slice(0, 8)}.${FORMAT_WORDS[format].ending}`,
    contentType: TYPES[format],
    body: recorded(),
  };
}

/**
 * Why a study cannot be exported in a format: a workbook holds a limited number of rows. Null when it can, or
 * when the actor may not read the study.
 */
export async function whyNotExported(
  actor: Member<"researcher">,
  id: string,
  format: ExportFormat,
  most = MOST_WORKBOOK_ROWS,
): Promise<Refusal<"workbook-too-large"> | null> {
  if (format !== "xlsx") return null;
  const scope = (await findScope(actor, { dataset: id })) ?? (await findScope(actor, { batch: id }));
  if (!scope) return null;
  let rows = 0;
  const read = fromSnapshot(async function* (snapshot: Snapshot) {
    yield await countRatings(snapshot, scope);
  });
  for await (const count of read) rows = count;
  return rows > most ? refuse("workbook-too-large") : null;
}

type Maker = (
  scope: StudyScope,
  made: BundleFacts,
  training: TrainingOptions,
) => AsyncGenerator<string | Uint8Array>;

/** A format that is read row by row from one snapshot of the database. */
function ofMoment(
  read: (
    snapshot: Snapshot,
    scope: StudyScope,
    made: BundleFacts,
    training: TrainingOptions,
  ) => AsyncGenerator<string | Uint8Array>,
): Maker {
  return (scope, made, training) =>
    fromSnapshot((snapshot) => {
      made.at = snapshot.at;
      return inPieces(read(snapshot, scope, made, training));
    });
}

/** Chunk size of the text sent: single lines cost more to send than to create. */
const PIECE = 64 * 1024;

async function* inPieces(lines: AsyncGenerator<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  let piece = "";
  for await (const line of lines) {
    if (typeof line === "string") {
      piece += line;
      if (piece.length < PIECE) continue;
    }
    if (piece !== "") yield piece;
    piece = "";
    if (typeof line !== "string") yield line;
  }
  if (piece !== "") yield piece;
}

async function* counted<T>(rows: AsyncIterable<T>, made: BundleFacts): AsyncGenerator<T> {
  for await (const row of rows) {
    made.rows++;
    yield row;
  }
}

const MAKERS: Record<ExportFormat, Maker> = {
  bundle,
  csv: ofMoment((snapshot, scope, made) =>
    ratingLines(snapshot, scope, (rows) => {
      made.rows += rows;
    }),
  ),
  jsonl: ofMoment(async function* (snapshot, scope, made) {
    for await (const row of counted(ratings(snapshot, scope), made)) {
      yield `${JSON.stringify(Object.fromEntries(RATING_COLUMNS.map((column) => [column, row[column]])))}\n`;
    }
  }),
  parquet: ofMoment((snapshot, scope, made) =>
    parquet(RATING_TYPES, counted(ratings(snapshot, scope), made)),
  ),
  xlsx: workbook,
  huggingface: ofMoment(huggingFace),
  otel: ofMoment((snapshot, scope, made) => {
    const about = { at: snapshot.at, version: VERSION };
    return counted(evaluationEvents(about, ratings(snapshot, scope)), made);
  }),
  study: ofMoment(async function* (snapshot, scope, made) {
    for await (const record of counted(studyRecords(snapshot, scope), made)) {
      yield `${exportRecord(record)}\n`;
    }
  }),
  /** The report shown on the page, computed by the worker; or why it failed, with the previous one. */
  async *agreement(scope, made) {
    made.rows++;
    const stored = await awaitReport(scope);
    const { failure, beginning } = "failure" in stored ? stored : { failure: null, beginning: null };
    const found = "report" in stored ? stored.report : { failure, ...beginning };
    yield `${JSON.stringify(found, null, 2)}\n`;
  },
  "label-studio": ofMoment(labelStudio),
  argilla: ofMoment(argilla),
  preferences: ofMoment(preferences),
  training: ofMoment(trainingArchive),
};

/**
 * The batches and studies of a project that can be exported, newest first. Null when the actor may not read
 * the project.
 */
export async function listExportable(
  actor: Member<"researcher">,
  projectId: string,
): Promise<Exportable[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: {
      datasets: {
        where: { state: "ready" },
        select: {
          id: true,
          name: true,
          sample: true,
          readyAt: true,
          createdAt: true,
        },
      },
      batches: {
        where: { state: { not: "draft" } },
        select: {
          id: true,
          name: true,
          createdAt: true,
          datasetId: true,
          dataset: { select: { sample: true } },
        },
      },
    },
  });
  if (!project) return null;
  const ratings = await countEach([
    ...project.batches.map(({ id, datasetId }) => ({ datasetId, batchId: id })),
    ...project.datasets.map(({ id }) => ({ datasetId: id, batchId: null })),
  ]);
  const rated = (of: readonly { id: string }[]) =>
    new Map(of.map(({ id }) => [id, (ratings.get(id) ?? 0) > 0]));
  const [ofBatches, ofDatasets] = await Promise.all([
    listLacking("batch", rated(project.batches)),
    listLacking("dataset", rated(project.datasets)),
  ]);
  const found: Exportable[] = [
    ...project.batches.map(({ id, name, createdAt, dataset }) => ({
      id,
      kind: "batch" as const,
      name,
      sample: dataset.sample,
      ratings: ratings.get(id) ?? 0,
      lacks: ofBatches.get(id) ?? [],
      at: createdAt,
    })),
    ...project.datasets.map(({ id, name, sample, readyAt, createdAt }) => ({
      id,
      kind: "dataset" as const,
      name,
      sample,
      ratings: ratings.get(id) ?? 0,
      lacks: ofDatasets.get(id) ?? [],
      at: readyAt ?? createdAt,
    })),
  ];
  return found.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** The numbers of ratings of studies, by the id of the batch or dataset, all at one point in time. */
async function countEach(
  scopes: readonly Pick<StudyScope, "datasetId" | "batchId">[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const read = fromSnapshot(async function* (snapshot) {
    for (const scope of scopes)
      yield [scope.batchId ?? scope.datasetId, await countRatings(snapshot, scope)] as const;
  });
  for await (const [id, count] of read) counts.set(id, count);
  return counts;
}

type Entry = Prisma.AuditLogGetPayload<object>;

/** The last exports of a project, newest first: who exported what, and when. */
export async function listPastExports(
  actor: Member<"researcher">,
  projectId: string,
): Promise<PastExport[] | null> {
  if (!(await hasAccess(actor, projectId))) return null;
  const entries = await db.auditLog.findMany({
    where: { projectId, action: "export.started" },
    orderBy: { id: "desc" },
    take: 100,
  });
  return exportsOf(projectId, entries);
}

/** A page of all exports, oldest first. */
export async function readPastExports(
  actor: Member<"researcher">,
  projectId: string,
  page: PageRequest,
): Promise<ListPage<PastExport> | null> {
  if (!(await hasAccess(actor, projectId))) return null;
  const entries = await db.auditLog.findMany({
    where: {
      projectId,
      action: "export.started",
      ...(page.after !== undefined && { id: { gt: BigInt(page.after) } }),
    },
    orderBy: { id: "asc" },
    take: page.limit + 1,
  });
  const { items, next } = pageFrom(
    entries,
    page,
    ({ id }) => String(id),
    (entry) => entry,
  );
  return { items: await exportsOf(projectId, items), next };
}

/** The results of started exports. */
async function exportsOf(projectId: string, entries: readonly Entry[]): Promise<PastExport[]> {
  const begun = entries.flatMap((entry) => {
    const started = ExportStarted.safeParse(entry.detail);
    return started.success ? [{ entry, started: started.data }] : [];
  });
  const first = entries.reduce<bigint | null>(
    (least, { id }) => (least === null || id < least ? id : least),
    null,
  );
  const ids = (of: (entry: Entry) => string | null) => ({
    id: { in: entries.flatMap((one) => of(one) ?? []) },
  });
  const select = { id: true, name: true } as const;
  const [people, datasets, batches, ended] = await Promise.all([
    db.user.findMany({ where: ids(({ actorId }) => actorId), select }),
    db.dataset.findMany({ where: { projectId, ...ids(({ subjectId }) => subjectId) }, select }),
    db.batch.findMany({ where: { projectId, ...ids(({ subjectId }) => subjectId) }, select }),
    db.$queryRaw<{ detail: unknown }[]>`
      SELECT "detail" FROM "AuditLog" WHERE "projectId" = ${projectId}::uuid AND "action" = 'export.finished'
        AND "id" > ${first}::bigint AND "detail" ->> 'export' = ANY (${begun.map(({ started }) => started.export)})`,
  ]);
  const names = new Map([...people, ...datasets, ...batches].map(({ id, name }) => [id, name]));
  const finished = new Map(
    ended.flatMap(({ detail }) => {
      const end = ExportFinished.safeParse(detail).data;
      return end ? [[end.export, end]] : [];
    }),
  );
  return begun.map(({ entry, started }) => {
    const done = finished.get(started.export);
    return {
      id: String(entry.id),
      at: entry.at,
      by: names.get(entry.actorId ?? "") ?? null,
      format: started.format,
      study: {
        kind: entry.subjectType === "Batch" ? ("batch" as const) : ("dataset" as const),
        id: entry.subjectId,
        name: names.get(entry.subjectId) ?? null,
      },
      rows: done?.rows ?? null,
      sha256: done?.sha256 ?? null,
    };
  });
}
