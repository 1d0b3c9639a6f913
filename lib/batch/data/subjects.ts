import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { countGold } from "@/lib/batch/data/checks/sample-checks";
import { findSources } from "@/lib/batch/data/find-sources";
import { countJudged } from "@/lib/batch/data/judge-scores";
import { ofDesign } from "@/lib/batch/data/release";
import { isPinned, resolveSources } from "@/lib/batch/data/resolve-sources";
import { findTwoVersions } from "@/lib/batch/data/rubric-version-conflicts";
import { drawnSubjects } from "@/lib/batch/data/sampling";
import { type SourceColumns, sourceColumns } from "@/lib/batch/data/source-columns";
import type { SubjectGroup } from "@/lib/batch/rules";
import { needsOfArms, protocolsOf, stepKindsOf, subjectKindOfArms } from "@/lib/batch/rules/design";
import { type ChosenSources, chosenIn, withSources } from "@/lib/batch/rules/protocol-sources";
import { type DesignQuestion, SubjectSelection } from "@/lib/batch/schema";
import type { DesignAnswer, PastMinutes, SubjectExcerpt, SubjectGroups } from "@/lib/batch/schema/design";
import { NEEDS, type SubjectNeed } from "@/lib/batch/schema/subject-needs";
import { db } from "@/lib/database/db";
import { isPublished } from "@/lib/dataset/data/rubrics";
import { responsesThatFit, tasksThatFit } from "@/lib/dataset/data/task-filter-sql";
import { listTaskFilters } from "@/lib/dataset/data/tasks";
import type { TaskFilter } from "@/lib/dataset/schema";
import { importedPreferences } from "@/lib/judgement/data/votes";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { Protocol, type RubricKind } from "@/lib/protocol/schema";
import { Prisma } from "@/prisma/generated/client/client";

type Pool = {
  datasetId: string;
  filter: TaskFilter;
  /** The draft batch, if there is one yet. */
  batchId: string | null;
  /** For comparisons: which pairs. */
  pairs?: SubjectSelection["pairs"];
  /** The sources of their rubrics and drafts; if missing, any source. */
  sources?: ChosenSources;
};

const ANYWHERE: ChosenSources = { rubrics: [], drafts: [] };

/**
 * All tasks, responses or pairs of responses of a dataset that match a filter, as possible subjects:
 * `taskId`, `responseId` (null for a task), `responseBId` (null except for a pair), `n` (position among them,
 * from 0), `key` (id in the study file), `tags`, `model`, and one boolean column per need of lib/batch/rules.
 * A rubric of the whole dataset belongs to every task; only rubrics whose latest version has items count.
 * With several chosen sources, a need is met only by all of them. If a draft's subjects were chosen
 * individually, only those, or pairs of them, are possible.
 */
function possibleSubjects(kind: SubjectKind, pool: Pool): Prisma.Sql {
  switch (kind) {
    case "task":
      return possibleTasks(pool);
    case "response":
      return possibleResponses(pool);
    case "pair":
      return possiblePairs(pool);
  }
}

/** Rubrics with items: `taskId` (null for the dataset's own) and `kind`. */
const filledRubrics = (datasetId: string) => Prisma.sql`"filled" AS MATERIALIZED (
  SELECT ru."taskId", ru."kind" FROM "Rubric" ru
  CROSS JOIN LATERAL (
    SELECT v."id", v."unitId" FROM "RubricVersion" v WHERE v."rubricId" = ru."id"
    ORDER BY v."version" DESC LIMIT 1) latest
  WHERE ru."datasetId" = ${datasetId}::uuid AND ru."retiredAt" IS NULL AND ${isPublished(Prisma.sql`latest."unitId"`)}
    AND EXISTS (SELECT FROM "ItemVersion" iv WHERE iv."rubricVersionId" = latest."id"))`;

/** True if a task has rubrics of a kind, and two of them for matching. */
function rubricColumns(task: Prisma.Sql, datasetId: string, sources: SourceColumns): Prisma.Sql {
  const one = (of: RubricKind) =>
    sources.rubric(of) ??
    Prisma.sql`(
    ${task} IN (SELECT "taskId" FROM "filled" WHERE "kind" = ${of}::"RubricKind" AND "taskId" IS NOT NULL)
    OR EXISTS (SELECT FROM "filled" WHERE "kind" = ${of}::"RubricKind" AND "taskId" IS NULL))`;
  const two = (of: RubricKind) => Prisma.sql`(
    ${task} IN (SELECT "taskId" FROM "filled" WHERE "kind" = ${of}::"RubricKind" AND "taskId" IS NOT NULL
      GROUP BY "taskId" HAVING count(*) > 1)
    OR ${task} NOT IN (SELECT "taskId" FROM "filled" WHERE "kind" = ${of}::"RubricKind" AND "taskId" IS NOT NULL)
      AND (SELECT count(*) FROM "filled" WHERE "kind" = ${of}::"RubricKind" AND "taskId" IS NULL) > 1)`;
  const labelled = Prisma.sql`${task} IN (
    SELECT u."taskId" FROM "DraftUnit" u JOIN "DraftRun" run ON run."id" = u."runId" AND run."published"
    WHERE run."datasetId" = ${datasetId}::uuid AND u."result" -> 'labels' IS NOT NULL)`;
  return Prisma.sql`${one("criteria")} AS "criteria", ${one("checklist")} AS "checklist",
    ${two("criteria")} AS "twoCriteria", ${two("checklist")} AS "twoChecklists",
    ${sources.drafts("labels") ?? labelled} AS "labelDraft"`;
}

/** The response of a subject, or both of its pair, with ids and authors. Null for a task. */
export const responsesOf = (subject: Prisma.Sql) => Prisma.sql`LATERAL (
  SELECT string_agg(w."key", ' / ' ORDER BY w."id" = ${subject}."responseBId") AS "key",
    string_agg(w."model", ' / ' ORDER BY w."id" = ${subject}."responseBId") AS "model"
  FROM "Response" w WHERE w."id" IN (${subject}."responseId", ${subject}."responseBId"))`;

/** True if a task, or a response of it, was chosen individually; true if none were. */
const chosenOf = ({ datasetId, batchId }: Pool, task: Prisma.Sql, response: Prisma.Sql) => Prisma.sql`(
  NOT EXISTS (SELECT FROM "ChosenSubject" c JOIN "Batch" b ON b."id" = c."batchId"
    WHERE b."id" = ${batchId}::uuid AND b."datasetId" = ${datasetId}::uuid)
  OR EXISTS (SELECT FROM "ChosenSubject" c WHERE c."batchId" = ${batchId}::uuid
    AND c."taskId" = ${task} AND c."responseId" IS NOT DISTINCT FROM ${response}))`;

const TASK = Prisma.sql`t."id"`;
const NONE = Prisma.sql`NULL::uuid`;

function possibleTasks(pool: Pool): Prisma.Sql {
  const { datasetId, filter } = pool;
  const sources = sourceColumns(datasetId, pool.sources ?? ANYWHERE, {
    kind: "task",
    task: TASK,
    one: NONE,
    other: NONE,
  });
  return Prisma.sql`
    WITH ${filledRubrics(datasetId)} ${sources.tables}
    SELECT t."id" AS "taskId", NULL::uuid AS "responseId", NULL::uuid AS "responseBId", t."key", t."tags",
      NULL::text AS "model", (row_number() OVER (ORDER BY t."position", t."id") - 1)::int AS "n",
      ${rubricColumns(TASK, datasetId, sources)},
      FALSE AS "criteriaDraft", FALSE AS "checklistDraft", FALSE AS "overallDraft", FALSE AS "preferenceDraft"
    FROM "Task" t WHERE t."datasetId" = ${datasetId}::uuid AND ${tasksThatFit(filter)}
      AND ${chosenOf(pool, TASK, Prisma.sql`NULL::uuid`)}`;
}

function possibleResponses(pool: Pool): Prisma.Sql {
  const { datasetId, filter } = pool;
  const sources = sourceColumns(datasetId, pool.sources ?? ANYWHERE, {
    kind: "response",
    task: TASK,
    one: Prisma.sql`r."id"`,
    other: NONE,
  });
  const drafted = (of: RubricKind) =>
    sources.drafts(of) ??
    Prisma.sql`r."id" IN (SELECT "responseId" FROM "drafted" WHERE "kind" = ${of}::"RubricKind")`;
  const overall = Prisma.sql`r."id" IN (SELECT "responseId" FROM "drafted" WHERE "kind" IS NULL)`;
  return Prisma.sql`
    WITH ${filledRubrics(datasetId)} ${sources.tables}, "drafted" AS MATERIALIZED (
      SELECT DISTINCT d."responseId", ru."kind" FROM "Draft" d
      LEFT JOIN "Item" i ON i."id" = d."itemId" LEFT JOIN "Rubric" ru ON ru."id" = i."rubricId"
      WHERE d."datasetId" = ${datasetId}::uuid AND d."target" IN ('item', 'overall')
        AND ${isPublished(Prisma.sql`d."unitId"`)})
    SELECT t."id" AS "taskId", r."id" AS "responseId", NULL::uuid AS "responseBId", r."key", t."tags", r."model",
      (row_number() OVER (ORDER BY t."position", t."id", r."position", r."id") - 1)::int AS "n",
      ${rubricColumns(TASK, datasetId, sources)},
      ${drafted("criteria")} AS "criteriaDraft", ${drafted("checklist")} AS "checklistDraft",
      ${sources.drafts("overall") ?? overall} AS "overallDraft",
      FALSE AS "preferenceDraft"
    FROM "Response" r JOIN "Task" t ON t."id" = r."taskId"
    WHERE r."datasetId" = ${datasetId}::uuid AND ${responsesThatFit(filter)}
      AND ${chosenOf(pool, TASK, Prisma.sql`r."id"`)}`;
}

/**
 * Two responses of one task that both fit, in the order of the dataset. A pair counts as given when an
 * imported or drafted preference is about it, in either order.
 */
function possiblePairs(pool: Pool): Prisma.Sql {
  const { datasetId, filter, pairs } = pool;
  const sources = sourceColumns(datasetId, pool.sources ?? ANYWHERE, {
    kind: "pair",
    task: Prisma.sql`a."taskId"`,
    one: Prisma.sql`a."id"`,
    other: Prisma.sql`b."id"`,
  });
  return Prisma.sql`
    WITH ${filledRubrics(datasetId)} ${sources.tables}, "fitting" AS MATERIALIZED (
      SELECT t."id" AS "taskId", t."tags", t."position" AS "place", r."id", r."key", r."model", r."position"
      FROM "Response" r JOIN "Task" t ON t."id" = r."taskId"
      WHERE r."datasetId" = ${datasetId}::uuid AND ${responsesThatFit(filter)}
        AND ${chosenOf(pool, TASK, Prisma.sql`r."id"`)}
    ), "given" AS MATERIALIZED (
      SELECT least(said."responseId", said."responseBId") AS "one",
        greatest(said."responseId", said."responseBId") AS "other", bool_or(said."drafted") AS "drafted"
      FROM (
        SELECT d."responseId", d."responseBId", p."kind" IN ('llm', 'rules') AND ${isPublished(Prisma.sql`d."unitId"`)} AS "drafted"
        FROM "Draft" d JOIN "Rater" p ON p."id" = d."raterId"
        WHERE d."datasetId" = ${datasetId}::uuid AND d."target" = 'preference'
        UNION ALL
        SELECT given."responseId", given."responseBId", FALSE FROM (${importedPreferences(datasetId)}) given) said
      GROUP BY 1, 2)
    SELECT a."taskId", a."id" AS "responseId", b."id" AS "responseBId", a."key" || '/' || b."key" AS "key", a."tags",
      concat_ws(' / ', least(a."model", b."model"), greatest(a."model", b."model")) AS "model",
      (row_number() OVER (ORDER BY a."place", a."taskId", a."position", a."id", b."position", b."id") - 1)::int AS "n",
      ${rubricColumns(Prisma.sql`a."taskId"`, datasetId, sources)},
      FALSE AS "criteriaDraft", FALSE AS "checklistDraft", FALSE AS "overallDraft",
      ${sources.drafts("preference") ?? Prisma.sql`coalesce(given."drafted", FALSE)`} AS "preferenceDraft"
    FROM "fitting" a
    JOIN "fitting" b ON b."taskId" = a."taskId" AND (a."position", a."id") < (b."position", b."id")
    LEFT JOIN "given" given ON given."one" = least(a."id", b."id") AND given."other" = greatest(a."id", b."id")
    ${pairs === "given" ? Prisma.sql`WHERE given."one" IS NOT NULL` : Prisma.empty}`;
}

type Wanted = {
  kind: SubjectKind;
  datasetId: string;
  batchId: string | null;
  selection: SubjectSelection;
  seed: number;
  needs: readonly SubjectNeed[];
  sources?: ChosenSources;
};

/**
 * Selects the subjects of a batch: `taskId`, `responseId`, `responseBId`, `position` from 0 in the dataset's order, and
 * `probability`, the chance with which it was drawn. Tasks with the same set of tags form one stratum.
 */
export function selectedSubjects({ kind, selection, seed, needs, ...pool }: Wanted): Prisma.Sql {
  const { filter, sample, pairs } = selection;
  const fitting = Prisma.sql`
    SELECT * FROM (${possibleSubjects(kind, { ...pool, filter, pairs })}) possible
    WHERE ${needs.length > 0 ? Prisma.join(needs.map(column), " AND ") : Prisma.sql`TRUE`}`;
  const drawn = drawnSubjects({ kind, fitting, sample, seed, datasetId: pool.datasetId });
  return Prisma.sql`
    SELECT "taskId", "responseId", "responseBId", (row_number() OVER (ORDER BY "n") - 1)::int AS "position",
      "probability"
    FROM (${drawn}) drawn`;
}

const column = (need: SubjectNeed) => Prisma.raw(`"${need}"`);

const FIRST = 20;

/**
 * The subjects that a dataset offers to a design. Null when there is no such dataset, or the researcher may
 * not read it.
 */
export async function findSubjectsFor(
  researcher: Member<"researcher">,
  { dataset: datasetId, draft: batchId, selection, seed, arms }: DesignQuestion,
): Promise<DesignAnswer | null> {
  if (!(await isReadable(researcher, datasetId))) return null;
  const [sources, pinned] = await Promise.all([findSources(db, datasetId), isPinned(db, batchId)]);
  const protocols = withSources(
    protocolsOf(arms).map(({ protocol }) => protocol),
    sources,
    { pinned },
  );
  const kind = subjectKindOfArms(protocols);
  const needs = needsOfArms(protocols);
  const chosen = chosenIn(protocols);
  const groups = await countGroups({ datasetId, batchId, ...selection, sources: chosen });
  const first = await db.$queryRaw<SubjectExcerpt[]>`
    SELECT chosen."position", t."key" AS "task", t."tags",
      shown."key" AS "response", shown."model",
      left(t."instruction", 240) AS "title"
    FROM (
      SELECT * FROM (${selectedSubjects({ kind, datasetId, batchId, selection, seed, needs, sources: chosen })}) s
      ORDER BY "position" LIMIT ${FIRST}) chosen
    JOIN "Task" t ON t."id" = chosen."taskId" LEFT JOIN ${responsesOf(Prisma.sql`chosen`)} shown ON TRUE
    ORDER BY chosen."position"`;
  const everything = { ...selection, sample: null };
  const from = { datasetId, batchId, sources: chosen };
  const pool = selectedSubjects({ kind, selection: everything, seed, needs, ...from });
  const [filters, gold, judged, minutes, twoVersions] = await Promise.all([
    listTaskFilters(researcher, datasetId),
    countGold(db, pool, protocols, { datasetId, batchId }),
    countJudged(db, pool, { kind, datasetId, sample: selection.sample }),
    findPastMinutes(datasetId, protocols.map(stepKindsOf)),
    findTwoVersions(db, datasetId, protocols),
  ]);
  return { groups, first, ...filters, gold, judged, minutes, sources, twoVersions };
}

/** Median minutes of the last 500 submissions in the dataset's project with steps of this shape. */
async function findPastMinutes(datasetId: string, shapes: readonly string[]): Promise<PastMinutes[]> {
  const rows = await db.$queryRaw<(PastMinutes & { shape: string })[]>`
    SELECT past."shape", count(*)::int AS "from",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY past."activeMs") / 60000 AS "minutes"
    FROM (
      SELECT of."shape", a."activeMs",
        row_number() OVER (PARTITION BY of."shape" ORDER BY a."submittedAt" DESC) AS "nth"
      FROM "Dataset" d JOIN "Batch" b ON b."projectId" = d."projectId" JOIN "Arm" arm ON arm."batchId" = b."id"
      CROSS JOIN LATERAL (
        SELECT string_agg(concat_ws(':', step ->> 'type', step ->> 'kind'), ' ' ORDER BY n) AS "shape"
        FROM jsonb_array_elements(arm."protocol" -> 'steps') WITH ORDINALITY AS s (step, n)) of
      JOIN "Assignment" a ON a."armId" = arm."id"
      WHERE d."id" = ${datasetId}::uuid AND of."shape" = ANY (${shapes}::text[])
        AND a."state" = 'submitted' AND a."activeMs" > 0 AND ${ofDesign}) past
    WHERE past."nth" <= 500 GROUP BY past."shape"`;
  const known = new Map(rows.map(({ shape, ...past }) => [shape, past]));
  return shapes.map((shape) => known.get(shape) ?? { minutes: null, from: 0 });
}

type Place = { taskId: string; responseId: string | null; responseBId: string | null };

/**
 * The subject at a position of a batch, from 0; of a draft the one it would have there. Null when there is
 * none. The caller must have checked access to the batch.
 */
export async function findNthSubject(batchId: string, n: number): Promise<Place | null> {
  const batch = await db.batch.findUnique({
    where: { id: batchId },
    select: {
      state: true,
      datasetId: true,
      selection: true,
      seed: true,
      arms: { orderBy: { position: "asc" }, select: { protocol: true } },
    },
  });
  if (!batch) return null;
  if (batch.state !== "draft") {
    return db.subject.findFirst({
      where: { batchId, position: n },
      select: { taskId: true, responseId: true, responseBId: true },
    });
  }
  const { datasetId, seed } = batch;
  const designed = batch.arms.map(({ protocol }) => Protocol.parse(protocol));
  const protocols = await resolveSources(db, { datasetId, batchId }, designed);
  const kind = subjectKindOfArms(protocols);
  const selection = SubjectSelection.parse(batch.selection);
  const needs = needsOfArms(protocols);
  const [subject] = await db.$queryRaw<Place[]>`
    SELECT "taskId", "responseId", "responseBId"
    FROM (${selectedSubjects({ kind, datasetId, batchId, selection, seed, needs, sources: chosenIn(protocols) })}) s
    WHERE "position" = ${n}`;
  return subject ?? null;
}

/**
 * Counts the contents of a dataset's tasks, responses and pairs; the rules decide which of them a protocol can use.
 */
export async function findSubjectGroups(
  researcher: Member<"researcher">,
  pool: Pool,
): Promise<SubjectGroups | null> {
  return (await isReadable(researcher, pool.datasetId)) ? countGroups(pool) : null;
}

/**
 * The kinds of rubric that these protocols would show in two versions; empty when the dataset is not the
 * researcher's.
 */
export async function listTwoVersions(
  researcher: Member<"researcher">,
  datasetId: string,
  protocols: readonly Protocol[],
): Promise<RubricKind[]> {
  return (await isReadable(researcher, datasetId)) ? findTwoVersions(db, datasetId, protocols) : [];
}

/** True if a dataset is complete and the researcher may read it. */
async function isReadable(researcher: Member<"researcher">, datasetId: string): Promise<boolean> {
  const [dataset] = await db.$queryRaw<{ id: string }[]>`
    SELECT d."id" FROM "Dataset" d WHERE d."id" = ${datasetId}::uuid AND d."state" = 'ready'
      AND ${memberOfSql(researcher, Prisma.sql`d."projectId"`)}`;
  return dataset !== undefined;
}

async function countGroups(pool: Pool): Promise<SubjectGroups> {
  const flags = Prisma.join(NEEDS.map(column));
  const group = (kind: SubjectKind) => db.$queryRaw<SubjectGroup[]>`
    SELECT ${flags}, count(*)::int AS "count" FROM (${possibleSubjects(kind, pool)}) s GROUP BY ${flags}`;
  const [task, response, pair] = await Promise.all([group("task"), group("response"), group("pair")]);
  return { task, response, pair };
}
