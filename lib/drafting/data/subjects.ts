import "server-only";
import { db, type Tx } from "@/lib/database/db";
import { appliesToResponses, isPublished } from "@/lib/dataset/data/rubrics";
import { FIRST_OF_SOURCE, rubricIsFrom } from "@/lib/dataset/data/source-sql";
import { responsesThatFit, tasksThatFit } from "@/lib/dataset/data/task-filter-sql";
import { requestOf } from "@/lib/dataset/rules/task-request";
import { revisedEvaluations } from "@/lib/drafting/data/revised-evaluations";
import type { DraftInput, DraftItem, DraftMethod, RevisedEvaluation } from "@/lib/drafting/schema";
import type { RunSelection } from "@/lib/drafting/schema/runs";
import { Prisma } from "@/prisma/generated/client/client";

/** The ids of a unit's subject. */
interface SubjectIds {
  taskId: string;
  responseId: string | null;
  responseBId: string | null;
  rubricVersionId: string | null;
}

export interface Chosen {
  datasetId: string;
  method: DraftMethod;
  selection: RunSelection;
  /** A condition on a unit `u` of a run `run`: a subject that has such a unit is not selected. */
  unless?: Prisma.Sql | undefined;
}

/** The kind of rubric a method judges by; null when it needs none. */
export function rubricNeededBy({ needs }: Pick<DraftMethod, "needs">): "checklist" | "criteria" | null {
  return needs.find((need) => need === "checklist" || need === "criteria") ?? null;
}

/**
 * The selected subjects: `taskId`, `responseId`, `responseBId`, `rubricVersionId` (of the kind the method
 * judges by, from the chosen source: the rubric written for this subject, otherwise its task's), `position`
 * from 0, and `fit`: whether it has everything that the method needs.
 */
function chosenSubjects({ datasetId, method, selection, unless }: Chosen): Prisma.Sql {
  const { filter, tasks, first, pair, rubric, rubricMethod, demonstration } = selection;
  const needs = new Set(method.needs);
  if (method.subject === "dataset") {
    return Prisma.sql`
      SELECT t."id" AS "taskId", r."id" AS "responseId", NULL::uuid AS "responseBId",
        NULL::uuid AS "rubricVersionId", 0 AS "position", TRUE AS "fit"
      FROM "Task" t JOIN "Response" r ON r."taskId" = t."id"
      WHERE t."datasetId" = ${datasetId}::uuid AND t."id" = ${demonstration?.task ?? null}::uuid
        AND r."id" = ${demonstration?.response ?? null}::uuid`;
  }
  const kind = rubricNeededBy(method);
  const isChosen = rubric
    ? rubricIsFrom(rubric)
    : Prisma.sql`(${rubricMethod ?? null}::text IS NULL OR v."method" = ${rubricMethod ?? null}::text)
        AND NOT EXISTS (SELECT FROM "RubricVersion" n WHERE n."rubricId" = ru."id" AND n."version" > v."version")`;
  const newestFirst = rubric
    ? FIRST_OF_SOURCE
    : Prisma.sql`ru."taskId" IS NULL, ru."responseId" IS NULL, v."createdAt" DESC, ru."position", v."id"`;
  const judgedBy = kind
    ? Prisma.sql`LEFT JOIN LATERAL (
        SELECT v."id" FROM "Rubric" ru JOIN "RubricVersion" v ON v."rubricId" = ru."id"
        WHERE ru."datasetId" = ${datasetId}::uuid AND (ru."taskId" = t."id" OR ru."taskId" IS NULL)
          AND ru."kind" = ${kind}::"RubricKind" AND ru."retiredAt" IS NULL
          AND ${appliesToResponses(Prisma.sql`ru`, Prisma.sql`ra."id"`, Prisma.sql`rb."id"`)}
          AND ${isPublished(Prisma.sql`v."unitId"`)}
          AND ${isChosen} AND EXISTS (SELECT FROM "ItemVersion" iv WHERE iv."rubricVersionId" = v."id")
        ORDER BY ${newestFirst} LIMIT 1) v ON TRUE`
    : Prisma.sql`LEFT JOIN LATERAL (SELECT NULL::uuid AS "id") v ON TRUE`;
  const [a, b] = pair ?? [];
  const fitting = Prisma.sql`(SELECT r.* FROM "Response" AS r JOIN "Task" AS t ON t."id" = r."taskId"
    WHERE r."datasetId" = ${datasetId}::uuid AND ${responsesThatFit(filter)})`;
  const responses =
    method.subject === "task"
      ? Prisma.sql`LEFT JOIN "Response" ra ON FALSE LEFT JOIN "Response" rb ON FALSE`
      : method.subject === "response"
        ? Prisma.sql`JOIN ${fitting} ra ON ra."taskId" = t."id" LEFT JOIN "Response" rb ON FALSE`
        : Prisma.sql`JOIN ${fitting} ra ON ra."taskId" = t."id" JOIN ${fitting} rb ON rb."taskId" = t."id"
            AND CASE WHEN ${b ?? null}::text IS NULL
              THEN (ra."position", ra."id") < (rb."position", rb."id")
              ELSE ra."model" = ${a ?? null}::text AND rb."model" = ${b ?? null}::text AND ra."id" <> rb."id" END`;
  return Prisma.sql`
    SELECT t."id" AS "taskId", ra."id" AS "responseId", rb."id" AS "responseBId", v."id" AS "rubricVersionId",
      (row_number() OVER (ORDER BY t."position", t."id", ra."position", ra."id", rb."position", rb."id") - 1)::int
        AS "position",
      (${kind === null} OR v."id" IS NOT NULL)
        AND (${!needs.has("reference")} OR coalesce(t."reference", '') <> '') AS "fit"
    FROM (
      SELECT t.* FROM "Task" AS t WHERE t."datasetId" = ${datasetId}::uuid AND ${tasksThatFit(filter)}
        AND (${tasks ?? null}::uuid[] IS NULL OR t."id" = ANY (${tasks ?? null}::uuid[]))
      ORDER BY t."position", t."id" LIMIT ${first ?? null}::int) t
    ${responses} ${judgedBy} ${unless ? Prisma.sql`WHERE NOT ${hasUnit(unless)}` : Prisma.empty}`;
}

/**
 * True if the response `ra`, or the pair of `ra` and `rb` in either order, has a unit by the same rubric that meets the
 * condition on the unit `u` and its run `run`.
 */
const hasUnit = (condition: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM "DraftUnit" u JOIN "DraftRun" run ON run."id" = u."runId"
  WHERE u."responseId" IN (ra."id", rb."id") AND (rb."id" IS NULL AND u."responseBId" IS NULL OR u."responseBId" IN (ra."id", rb."id"))
    AND u."rubricVersionId" IS NOT DISTINCT FROM v."id" AND ${condition})`;

/** The tasks with a selected subject that fits, in the dataset's order; `among` is a condition on the task `t`. */
export async function listChosenTasks(chosen: Chosen, among: Prisma.Sql, most: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t."id" FROM "Task" t
    WHERE t."id" IN (SELECT s."taskId" FROM (${chosenSubjects(chosen)}) s WHERE s."fit") AND ${among}
    ORDER BY t."position", t."id" LIMIT ${most}`;
  return rows.map(({ id }) => id);
}

/** The number of selected subjects, and up to `most` of those that fit, spread evenly. */
export async function sampleSubjects(
  chosen: Chosen,
  most: number,
): Promise<{ units: number; unfit: number; sample: SubjectIds[] }> {
  const [counted] = await db.$queryRaw<{ units: number; unfit: number }[]>`
    SELECT count(*) FILTER (WHERE "fit")::int AS "units", count(*) FILTER (WHERE NOT "fit")::int AS "unfit"
    FROM (${chosenSubjects(chosen)}) AS s`;
  const units = counted?.units ?? 0;
  const step = Math.max(1, Math.ceil(units / most));
  const sample = await db.$queryRaw<SubjectIds[]>`
    SELECT "taskId", "responseId", "responseBId", "rubricVersionId" FROM (
      SELECT *, row_number() OVER (ORDER BY "position") - 1 AS "n" FROM (${chosenSubjects(chosen)}) AS s WHERE "fit"
    ) AS f WHERE "n" % ${step} = 0 ORDER BY "n"`;
  return { units, unfit: counted?.unfit ?? 0, sample };
}

/** The nth of the selected subjects that fit, from 0. */
export async function nthSubject(chosen: Chosen, n: number): Promise<SubjectIds | null> {
  const [found] = await db.$queryRaw<SubjectIds[]>`
    SELECT "taskId", "responseId", "responseBId", "rubricVersionId" FROM (${chosenSubjects(chosen)}) AS s
    WHERE "fit" ORDER BY "position" OFFSET ${n}::int LIMIT 1`;
  return found ?? null;
}

/** Creates the units of a run, one for each subject that fits; returns how many. */
export function insertUnits(tx: Tx, runId: string, chosen: Chosen): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO "DraftUnit" ("id", "runId", "position", "taskId", "responseId", "responseBId", "rubricVersionId")
    SELECT gen_random_uuid(), ${runId}::uuid, row_number() OVER (ORDER BY "position") - 1, "taskId", "responseId",
      "responseBId", "rubricVersionId"
    FROM (${chosenSubjects(chosen)}) AS s WHERE "fit"`;
}

/** The methods' input for each subject, with database ids. */
export async function inputsOf(
  subjects: readonly SubjectIds[],
  method: Pick<DraftMethod, "subject" | "readsRevised">,
  selection: RunSelection,
): Promise<DraftInput[]> {
  const ids = (name: keyof SubjectIds) => [...new Set(subjects.flatMap((subject) => subject[name] ?? []))];
  const [tasks, responses, items, revised] = await Promise.all([
    db.task.findMany({
      where: { id: { in: ids("taskId") } },
      select: { id: true, instruction: true, input: true, messages: true, reference: true },
    }),
    db.response.findMany({
      where: { id: { in: [...ids("responseId"), ...ids("responseBId")] } },
      select: { id: true, text: true, model: true },
    }),
    db.itemVersion.findMany({
      where: { rubricVersionId: { in: ids("rubricVersionId") } },
      orderBy: { position: "asc" },
      select: { rubricVersionId: true, itemId: true, name: true, text: true, scale: true },
    }),
    method.readsRevised ? revisedEvaluations(ids("responseId")) : new Map<string, RevisedEvaluation[]>(),
  ]);
  const taskById = new Map(tasks.map((task) => [task.id, task]));
  const responseById = new Map(responses.map((response) => [response.id, response]));
  const itemsOf = new Map<string, DraftItem[]>();
  for (const { rubricVersionId: version, ...item } of items) {
    itemsOf.set(version, [...(itemsOf.get(version) ?? []), itemOf(item)]);
  }
  return subjects.map((subject) => {
    const task = taskById.get(subject.taskId);
    if (!task) throw new Error("a unit's task is gone");
    const shown = [subject.responseId, subject.responseBId].flatMap((id) => {
      const found = id === null ? undefined : responseById.get(id);
      return found
        ? [{ id: found.id, text: found.text, ...(found.model !== null && { model: found.model }) }]
        : [];
    });
    const ofDataset = method.subject === "dataset";
    return {
      instruction: task.instruction,
      ...(task.input !== null && { input: task.input }),
      ...(task.messages !== null && { turns: task.messages as { role: string; content: string }[] }),
      ...(task.reference !== null && { reference: task.reference }),
      ...(selection.description !== undefined && { description: selection.description }),
      responses: ofDataset ? [] : shown,
      items: itemsOf.get(subject.rubricVersionId ?? "") ?? [],
      ...(method.readsRevised && { revised: revised.get(subject.responseId ?? "") ?? [] }),
      ...(ofDataset && {
        demonstration: {
          input: requestOf(task),
          output: shown[0]?.text ?? "",
        },
      }),
    };
  });
}

type ItemRow = { itemId: string; name: string | null; text: string; scale: Prisma.JsonValue };

function itemOf({ itemId, name, text, scale }: ItemRow): DraftItem {
  const points = scale as { type: string; min: number; max: number; labels?: Record<string, string> };
  return {
    id: itemId,
    ...(name !== null && { name }),
    text,
    ...(points.type === "points" && {
      points: { min: points.min, max: points.max, ...(points.labels && { labels: points.labels }) },
    }),
  };
}
