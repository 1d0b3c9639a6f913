import { isUuid } from "@/lib/formats/uuid";
import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { tasksThatFit } from "@/lib/dataset/data/task-filter-sql";
import { flagsOf, Metadata, StoredMessages, StoredNote } from "@/lib/dataset/schema/stored";
import type { TaskRow, TasksQuery, TaskView } from "@/lib/dataset/schema/views";
import { COUNT_ABOUT_RESPONSE, COUNT_JUDGEMENTS, judgementCount } from "@/lib/judgement/data/sql-fragments";
import { Scale, Value } from "@/lib/judgement/schema";
import { OVERALL } from "@/lib/judgement/schema/units";
import { Prisma } from "@/prisma/generated/client/client";

const PAGE = 50;
const EXCERPT = 240;

export interface TasksPage {
  tasks: TaskRow[];
  /** Number of matching tasks on all pages. */
  total: number;
  /** The cursors of the previous and the next page; null where there is none. */
  previous: number | null;
  next: number | null;
}

/** A page of a dataset's tasks, in the order of the study. Null when the actor may not read the dataset. */
export async function listTasks(
  actor: Member<"researcher">,
  datasetId: string,
  query: TasksQuery,
): Promise<TasksPage | null> {
  const visible = await db.dataset.count({
    where: { id: datasetId, state: { not: "importing" }, project: memberOf(actor) },
  });
  if (visible === 0) return null;
  const matches = Prisma.sql`t."datasetId" = ${datasetId}::uuid AND ${tasksThatFit(query)}`;
  const [rows, [counted]] = await Promise.all([
    db.$queryRaw<TaskRow[]>`
      SELECT t."id", t."key", t."position", left(t."instruction", ${EXCERPT}::int) AS "excerpt", t."tags",
        (SELECT count(*) FROM "Response" AS r WHERE r."taskId" = t."id")::int AS "responses",
        (SELECT count(*) FROM "Draft" AS d WHERE d."taskId" = t."id")::int AS "drafts",
        ${Prisma.raw(judgementCount('j."taskId" = t."id"'))} AS "judgements"
      FROM "Task" AS t
      WHERE ${matches} AND ${
        query.before === undefined
          ? Prisma.sql`t."position" > ${query.after ?? -1} ORDER BY t."position", t."id"`
          : Prisma.sql`t."position" < ${query.before} ORDER BY t."position" DESC, t."id" DESC`
      }
      LIMIT ${PAGE + 1}`,
    db.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS "total" FROM "Task" AS t WHERE ${matches}`,
  ]);
  const tasks = rows.slice(0, PAGE);
  const backwards = query.before !== undefined;
  if (backwards) tasks.reverse();
  const more = rows.length > PAGE;
  const isThereBefore = backwards ? more : query.after !== undefined;
  const isThereAfter = backwards || more;
  return {
    tasks,
    total: counted?.total ?? 0,
    previous: isThereBefore ? (tasks[0]?.position ?? null) : null,
    next: isThereAfter ? (tasks.at(-1)?.position ?? null) : null,
  };
}

/** The filters available for a dataset's tasks. */
export async function listTaskFilters(
  actor: Member<"researcher">,
  datasetId: string,
): Promise<{ tags: string[]; models: string[]; responseGroups: string[] }> {
  const dataset = { id: datasetId, state: { not: "importing" }, project: memberOf(actor) } as const;
  const visible = await db.dataset.count({ where: dataset });
  if (visible === 0) return { tags: [], models: [], responseGroups: [] };
  const [tags, models, groups] = await Promise.all([
    db.$queryRaw<{ tag: string }[]>`
      SELECT DISTINCT unnest("tags") AS "tag" FROM "Task" WHERE "datasetId" = ${datasetId}::uuid
      ORDER BY 1 LIMIT 200`,
    db.$queryRaw<{ model: string }[]>`
      SELECT DISTINCT "model" FROM "Response" WHERE "datasetId" = ${datasetId}::uuid AND "model" IS NOT NULL
      ORDER BY 1 LIMIT 200`,
    db.$queryRaw<{ group: string }[]>`
      SELECT DISTINCT field || '=' || (r."metadata" ->> field) AS "group"
      FROM "Dataset" AS d CROSS JOIN LATERAL unnest(d."responseGroups") AS field
      JOIN "Response" AS r ON r."datasetId" = d."id" AND r."metadata" ->> field IS NOT NULL
      WHERE d."id" = ${datasetId}::uuid ORDER BY 1 LIMIT 200`,
  ]);
  return {
    tags: tags.map(({ tag }) => tag),
    models: models.map(({ model }) => model),
    responseGroups: groups.map(({ group }) => group),
  };
}

/** One task with everything that belongs to it, or null. */
export async function findTask(
  actor: Member<"researcher">,
  datasetId: string,
  id: string,
): Promise<TaskView | null> {
  if (![datasetId, id].every((each) => isUuid(each))) return null;
  const rubricFields = {
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: {
      id: true,
      key: true,
      kind: true,
      retiredAt: true,
      versions: {
        orderBy: { version: "desc" },
        take: 1,
        select: {
          id: true,
          origin: true,
          model: true,
          unit: { select: { flags: true } },
          items: {
            orderBy: [{ position: "asc" }, { id: "asc" }],
            select: {
              name: true,
              text: true,
              scale: true,
              category: true,
              item: { select: { id: true, key: true } },
            },
          },
        },
      },
    },
  } satisfies Prisma.Task$rubricsArgs;
  const task = await db.task.findFirst({
    where: { id, datasetId, dataset: { state: { not: "importing" }, project: memberOf(actor) } },
    include: {
      rubrics: rubricFields,
      _count: { select: COUNT_JUDGEMENTS },
      dataset: { select: { rubrics: { ...rubricFields, where: { taskId: null } } } },
      responses: {
        orderBy: [{ position: "asc" }, { id: "asc" }],
        select: {
          id: true,
          key: true,
          model: true,
          text: true,
          metadata: true,
          _count: { select: COUNT_ABOUT_RESPONSE },
          drafts: {
            orderBy: [{ position: "asc" }, { id: "asc" }],
            where: { target: { not: "preference" } },
            select: {
              id: true,
              itemId: true,
              method: true,
              condition: true,
              value: true,
              lines: true,
              scoreLine: true,
              unitId: true,
              provenance: true,
              rater: { select: { code: true, kind: true } },
            },
          },
        },
      },
    },
  });
  if (!task) return null;
  const { key, position, instruction, input, reference, tags } = task;
  return {
    id,
    key,
    position,
    instruction,
    input,
    reference,
    tags,
    metadata: Metadata.parse(task.metadata),
    judgements: task._count.judgements,
    messages: StoredMessages.parse(task.messages) ?? [],
    responses: task.responses.map(({ drafts, _count, metadata, ...response }) => ({
      ...response,
      metadata: Metadata.parse(metadata),
      judgements: _count.judgements,
      drafts: drafts.map(({ itemId, rater, value, unitId, provenance, ...draft }) => ({
        item: itemId ?? OVERALL,
        draft: {
          ...draft,
          by: rater.code,
          value: Value.nullable().parse(value),
          drafted: unitId !== null,
          flags: flagsOf(provenance),
          ...(rater.kind === "rules" && { rules: StoredNote.parse(provenance) }),
        },
      })),
    })),
    rubrics: [...task.rubrics, ...task.dataset.rubrics].map(({ versions, retiredAt, ...rubric }) => ({
      ...rubric,
      retired: retiredAt !== null,
      by: versions[0]?.model ?? versions[0]?.origin ?? null,
      drafted: (versions[0]?.unit && versions[0].id) ?? null,
      flags: versions[0]?.unit?.flags ?? [],
      isRuleBased: versions[0]?.origin === "rules",
      items: (versions[0]?.items ?? []).map(({ item, scale, ...wording }) => ({
        ...wording,
        ...item,
        scale: Scale.parse(scale),
      })),
    })),
  };
}
