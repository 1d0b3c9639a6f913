import "server-only";
import { createHash } from "node:crypto";
import { reportUnexpected } from "@/lib/api/log";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { fromSnapshot, type Snapshot } from "@/lib/database/snapshot";
import { countRecords, studyRecords } from "@/lib/dataset/data/records";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { DecisionRecord, JudgementRecord, StudyRecord } from "@/lib/dataset/schema";
import { countRatings } from "@/lib/export/data/ratings";
import type { RaterKind, Value } from "@/lib/judgement/schema";
import { storedReport } from "@/lib/report/data";
import { loadReportContext } from "@/lib/report/load-study";
import { DISPLAY_BOUNDS } from "@/lib/report/rules/bounds";
import { itemNames } from "@/lib/report/rules/item-names";
import { DEFAULT_OPTIONS, reportOf } from "@/lib/report/rules/report";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import { tablesOf } from "@/lib/report/rules/tables/all";
import type { ItemName, Report } from "@/lib/report/schema";
import type { StudyData } from "@/lib/report/schema/study";
import { answerLines, draftingLines, type FrozenAnswerRow, frozenDesign } from "@/lib/study/data/records";
import { BuildSuperseded, PartWriter } from "@/lib/study/data/store";
import {
  CARD_TABLES,
  type CardLookup,
  type PublicLabel,
  publicLabel,
  publicTable,
} from "@/lib/study/rules/card-contents";
import { canonicalLine, canonicalText } from "@/lib/study/rules/hash";
import { manifestOf } from "@/lib/study/rules/manifest";
import type { Manifest, ManifestBatch } from "@/lib/study/schema";
import packageJson from "@/package.json" with { type: "json" };
import type { Prisma } from "@/prisma/generated/client/client";

/** How often it begins anew because somebody was erased meanwhile. */
const MOST_ATTEMPTS = 3;

/** Somebody whose labels were read was erased before the version was whole. */
class Moved extends Error {}

/**
 * Makes a version that was asked for: everything is read at one moment, and what is kept is what an export of that
 * moment has. May be called at any time, also after a crash: it begins anew, and what is frozen stays as it is.
 */
export async function freezeVersion(id: string): Promise<void> {
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        const writer = await PartWriter.take(id);
        if (writer) await freeze(id, writer);
        return;
      } catch (error) {
        if (!(error instanceof Moved) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    if (error instanceof BuildSuperseded) return;
    const reference = reportUnexpected(error, "TASK", "study-freeze");
    const failure = `The study could not be frozen. The error has the number ${reference}.`;
    await db.studyVersion.updateMany({ where: { id, frozenAt: null }, data: { failure } });
  }
}

/** Takes up again what died with its worker. */
export async function listStalled(): Promise<string[]> {
  const stalled = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "StudyVersion"
    WHERE "frozenAt" IS NULL AND "failure" IS NULL AND "touchedAt" < now() - interval '10 minutes'`;
  return stalled.map(({ id }) => id);
}

/** What is learnt of a batch or an imported study while its records are written. */
interface ReadSource {
  about: Omit<ManifestBatch, "report" | "data">;
  scope: StudyScope;
  /** Null when there is a report on the same data already. */
  study: StudyData | null;
  known: { report: Report; items: ItemName[] } | null;
  /** Rubrics of single tasks: their items are words of the tasks. */
  taskRubrics: ReadonlySet<string>;
}

async function freeze(id: string, writer: PartWriter): Promise<void> {
  const version = await db.studyVersion.findUniqueOrThrow({
    where: { id },
    include: { study: { select: { projectId: true } } },
  });
  const { projectId } = version.study;
  const scopes = await scopesOf(projectId, version);
  let at = new Date();
  const read: ReadSource[] = [];
  const reading = fromSnapshot(async function* (snapshot) {
    at = snapshot.at;
    let records = 0;
    for (const scope of scopes) {
      const { tasks, responses } = await countRecords(snapshot, scope);
      records += tasks + responses + (await countRatings(snapshot, scope));
    }
    await db.$transaction((tx) => writer.hold(tx, { records }));
    let done = 0;
    for (const scope of scopes) {
      const source = await readSource(snapshot, scope, writer, () => writer.progress(++done));
      if (source) read.push({ ...source, about: { ...source.about, batch: read.length + 1 } });
    }
    yield* [];
  });
  for await (const _ of reading);

  const made: ManifestBatch[] = [];
  for (const { about, scope, study, known, taskRubrics } of read) {
    await db.$transaction((tx) => writer.hold(tx));
    const { report, items } = known ?? computed(study);
    const own = { sourceId: sourceOf(scope), raterId: null };
    for (const table of tablesOf(report, items))
      await writer.add({ ...own, kind: "tables" }, canonicalLine(publicTable(table)));
    const general = items.filter(({ scope }) => !taskRubrics.has(scope));
    for (const table of tablesOf(report, general))
      if (CARD_TABLES.some((name) => name === table.name))
        await writer.add({ ...own, kind: "card" }, canonicalLine(publicTable(table)));
    const { rules, replicates, seed, data } = report.made;
    made.push({ ...about, data: data ?? "", report: { rules, replicates, seed } });
  }
  await finish(id, writer, { version, batches: made, at });
}

/** Where what is frozen is read, batches first. What is gone since it was asked for is left out. */
async function scopesOf(
  projectId: string,
  { batchIds, datasetIds }: { batchIds: string[]; datasetIds: string[] },
): Promise<StudyScope[]> {
  const [batches, datasets] = await Promise.all([
    db.batch.findMany({
      where: { id: { in: batchIds }, projectId },
      select: { id: true, datasetId: true },
    }),
    db.dataset.findMany({ where: { id: { in: datasetIds }, projectId }, select: { id: true } }),
  ]);
  const scopes: StudyScope[] = [];
  for (const id of batchIds) {
    const batch = batches.find((one) => one.id === id);
    if (batch) scopes.push({ projectId, datasetId: batch.datasetId, batchId: id });
  }
  for (const id of datasetIds)
    if (datasets.some((one) => one.id === id)) scopes.push({ projectId, datasetId: id, batchId: null });
  return scopes;
}

function sourceOf({ batchId, datasetId }: StudyScope): string {
  return batchId ?? datasetId;
}

function computed(study: StudyData | null) {
  if (!study) throw new Error("There is neither a report nor what one is made from.");
  const report = reportOf(study, DEFAULT_OPTIONS, undefined, DISPLAY_BOUNDS);
  return { report, items: itemNames(study, report) };
}

/**
 * The people of a project by their pseudonyms: as annotators, and where they are gone, as adjudicators. Of an imported
 * study those it came with, who have no account here.
 */
async function ratersOf(
  snapshot: Snapshot,
  { projectId, datasetId, batchId }: StudyScope,
): Promise<ReadonlyMap<string, string>> {
  const rows = await snapshot.rows<{ code: string; id: string }>(
    `SELECT DISTINCT ON ("code") "code", "id" FROM "Rater"
     WHERE "projectId" = $1 AND "datasetId" IS NOT DISTINCT FROM $2 AND "kind" IN ('human', 'adjudicator')
     ORDER BY "code", "kind", "id"`,
    [projectId, batchId === null ? datasetId : null],
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** Writes what a batch or an imported study says of itself, and what was said in it. Null when it is gone. */
async function readSource(
  snapshot: Snapshot,
  scope: StudyScope,
  writer: PartWriter,
  count: () => void,
): Promise<ReadSource | null> {
  const design = await frozenDesign(snapshot, scope);
  if (!design) return null;
  const { batchId } = scope;
  const sourceId = sourceOf(scope);
  const raters = await ratersOf(snapshot, scope);
  const [row] = await snapshot.rows<{ dataVersion: number }>(
    `SELECT "dataVersion" FROM "${batchId ? "Batch" : "Dataset"}" WHERE "id" = $1`,
    [sourceId],
  );
  const dataVersion = row?.dataVersion ?? 0;
  const known = await storedReport(scope, dataVersion);
  const reader = new StudyDataReader();
  const beside = known ? {} : await loadReportContext(snapshot, scope);
  const nobodys = { sourceId, raterId: null };
  await writer.add({ ...nobodys, kind: "design" }, design.line);

  const what = new Lookup();
  const people = new Set<string>();
  const arms = new Set<string>();
  const counts = { tasks: 0, responses: 0, drafts: 0, judgements: 0, decisions: 0, labellings: 0 };
  for await (const record of studyRecords(snapshot, scope)) {
    if (!known) reader.add(record);
    what.note(record);
    if (record.type in COUNTED) counts[COUNTED[record.type as keyof typeof COUNTED]]++;
    if (isPersons(record)) {
      const whose = { sourceId, raterId: raters.get(record.rater) ?? null };
      if (record.raterKind === "human") people.add(record.rater);
      if (record.arm !== undefined) arms.add(record.arm);
      await writer.add({ ...whose, kind: "labels" }, exportRecord(record));
      await writer.add({ ...whose, kind: "public_labels" }, canonicalLine(publicLabel(record, what)));
    } else await writer.add({ ...nobodys, kind: "material" }, exportRecord(record));
    if (record.type !== "rubric" && record.type !== "draft" && record.type !== "study") count();
  }
  for await (const line of draftingLines(snapshot, scope))
    await writer.add({ ...nobodys, kind: "drafting" }, line);
  const answers = batchId === null ? [] : answerLines(snapshot, batchId);
  for await (const { type, rater, row, line } of answers) {
    const whose = { sourceId, raterId: raters.get(rater) ?? null };
    people.add(rater);
    await writer.add({ ...whose, kind: "answers" }, line);
    if (type !== "labelling") continue;
    counts.labellings++;
    count();
    await writer.add({ ...whose, kind: "public_labels" }, canonicalLine(publicLabelling(row)));
  }
  const newest = design.guidelines.at(-1);
  const versions = new Map<number, number>();
  for (const { version } of design.rubrics) versions.set(version, (versions.get(version) ?? 0) + 1);
  return {
    about: {
      batch: 0,
      id: sourceId,
      ...(batchId === null && { imported: true as const }),
      name: design.name,
      dataset: design.dataset,
      dataVersion,
      guidelines: newest ? { version: newest.version, sha256: sha256(newest.text) } : null,
      arms: design.arms ?? [...arms].sort(),
      seed: design.seed,
      rubrics: [...versions].sort(([a], [b]) => a - b).map(([version, rubrics]) => ({ version, rubrics })),
      counts: { ...counts, people: people.size },
    },
    scope,
    study: known ? null : { ...reader.finish(), ...beside },
    known,
    taskRubrics: what.itemsOfTasks(),
  };
}

const COUNTED = {
  task: "tasks",
  response: "responses",
  draft: "drafts",
  judgement: "judgements",
  decision: "decisions",
} as const;

/** What a person said, or ruled. Values of models, rules and gold are nobody's. */
function isPersons(record: StudyRecord): record is JudgementRecord | DecisionRecord {
  return (record.type === "judgement" || record.type === "decision") && isPerson(record);
}

function isPerson({ raterKind }: { raterKind: RaterKind }): boolean {
  return raterKind === "human" || raterKind === "adjudicator";
}

/** What may be called by its name: gold may bear that of whoever wrote it. */
function isProgram({ raterKind }: { raterKind: RaterKind }): boolean {
  return raterKind === "llm" || raterKind === "rules";
}

/** What labels on a card say of drafts and responses: a study file has these before what people said. */
class Lookup implements CardLookup {
  private readonly drafts = new Map<string, { rater: string | null; value: Value | null }>();
  private readonly models = new Map<string, string>();
  private readonly tasks = new Map<string, string>();
  private readonly items = new Set<string>();

  note(record: StudyRecord): void {
    if (record.type === "draft")
      this.drafts.set(record.id, { rater: isProgram(record) ? record.rater : null, value: record.value });
    if (record.type === "response" && record.model) this.models.set(record.id, record.model);
    if (record.type === "rubric" && record.task !== null) {
      this.tasks.set(record.id, record.task);
      for (const { id } of record.items) this.items.add(id).add(`${record.id}/${id}`);
    }
  }

  draft(key: string) {
    return this.drafts.get(key);
  }

  model(response: string): string | null {
    return this.models.get(response) ?? null;
  }

  task(rubric: string): string | null {
    return this.tasks.get(rubric) ?? null;
  }

  itemsOfTasks(): ReadonlySet<string> {
    return this.items;
  }
}

function publicLabelling(row: FrozenAnswerRow): PublicLabel {
  const words = (labels: string[] | null | undefined) => (labels ? JSON.stringify(labels) : null);
  return {
    kind: "labels",
    task_id: row.task,
    response_id: row.response,
    response_model: null,
    item: JSON.stringify([row.question, row.item ?? null]),
    rater_kind: "human",
    arm: row.arm,
    exposure: row.exposure ?? null,
    draft_by: row.draftBy ?? null,
    draft_value: words(row.drafted),
    initial_value: words(row.initial),
    final_value: words(row.labels),
    set_aside: row.setAside ?? null,
  };
}

interface Whole {
  version: {
    version: number;
    title: string;
    authors: string;
    studyId: string;
    requestedBy: string | null;
  } & {
    study: { projectId: string };
  };
  batches: ManifestBatch[];
  at: Date;
}

/** The last step: from here on the version is what it is. Not where somebody was erased since it was read. */
async function finish(id: string, writer: PartWriter, { version, batches, at }: Whole): Promise<void> {
  const parts = await writer.finish();
  const { projectId } = version.study;
  const places = new Map(batches.map(({ id: sourceId, batch }) => [sourceId, batch]));
  const before = await db.studyVersion.findFirst({
    where: { studyId: version.studyId, version: { lt: version.version }, frozenAt: { not: null } },
    orderBy: { version: "desc" },
    select: { sha256: true },
  });
  const manifest: Manifest = manifestOf({
    title: version.title,
    authors: version.authors,
    version: version.version,
    previous: before?.sha256 ?? null,
    frozenAt: at.toISOString(),
    program: packageJson.version,
    batches,
    parts: parts.map(({ sourceId, kind, records, sha256 }) => ({
      batch: places.get(sourceId) ?? 0,
      kind,
      records,
      sha256,
    })),
  });
  const hash = sha256(canonicalText(manifest));
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${projectId}::uuid FOR SHARE`;
      await writer.hold(tx);
      const [gone] = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM "FrozenPart" f WHERE f."versionId" = ${id}::uuid AND (f."erasedAt" IS NOT NULL
          OR f."raterId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Rater" r WHERE r."id" = f."raterId")) LIMIT 1`;
      if (gone) throw new Moved();
      await tx.$executeRaw`
        UPDATE "FrozenPart" f SET "records" = u."records", "sha256" = u."sha256"
        FROM unnest(${parts.map(({ n }) => n)}::int[], ${parts.map(({ records }) => records)}::int[],
          ${parts.map(({ sha256 }) => sha256)}::text[]) AS u ("n", "records", "sha256")
        WHERE f."versionId" = ${id}::uuid AND f."n" = u."n"`;
      await tx.studyVersion.update({
        where: { id },
        data: {
          frozenAt: at,
          manifest: manifest as unknown as Prisma.InputJsonObject,
          sha256: hash,
        },
      });
      const { requestedBy } = version;
      await audit(tx, requestedBy === null ? null : { userId: requestedBy }, {
        action: "study.frozen",
        projectId,
        subject: ["Study", version.studyId],
        detail: { version: version.version, sha256: hash, records: parts.reduce((n, p) => n + p.records, 0) },
      });
    },
    { timeout: 60_000 },
  );
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
