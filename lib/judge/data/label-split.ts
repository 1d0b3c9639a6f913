import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { lockDataset } from "@/lib/dataset/data/lock";
import type { JudgeExample } from "@/lib/drafting/schema/judge-spec";
import { pageFrom } from "@/lib/http/cursor";
import type { ListPage } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { type SplitTask, splitTasks } from "@/lib/judge/rules/split";
import type {
  LabelPart,
  LabelSplitView,
  NewLabelSplit,
  SplitTasksQuery,
  SplitTaskView,
} from "@/lib/judge/schema/split";
import { hasHumanJudgement, hasHumanLabel } from "@/lib/judgement/data/sql-fragments";
import { Prisma } from "@/prisma/generated/client/client";

/** True if people judged, labelled or answered about a response to the task `t`. */
const IS_LABELLED = Prisma.sql`(${hasHumanJudgement(Prisma.sql`t`)} OR ${hasHumanLabel(Prisma.sql`t`, null)})`;

/** The split of a dataset; "none" if there is none yet, null when the researcher may not read the dataset. */
export async function findSplit(
  researcher: Member<"researcher">,
  datasetId: string,
): Promise<LabelSplitView | "none" | null> {
  const dataset = await db.dataset.findFirst({
    where: { id: datasetId, deletedAt: null, project: memberOf(researcher) },
    select: { labelSplit: true },
  });
  if (!dataset) return null;
  const { labelSplit: split } = dataset;
  if (!split) return "none";
  const rows = await db.$queryRaw<{ part: LabelPart | null; tasks: number; labelled: number }[]>`
    SELECT st."part"::text AS "part", count(*)::int AS "tasks",
      count(*) FILTER (WHERE ${IS_LABELLED})::int AS "labelled"
    FROM "Task" t LEFT JOIN "LabelSplitTask" st ON st."taskId" = t."id"
    WHERE t."datasetId" = ${datasetId}::uuid GROUP BY 1`;
  const countOf = (part: LabelPart | null) => {
    const { tasks = 0, labelled = 0 } = rows.find((row) => row.part === part) ?? {};
    return { tasks, labelled };
  };
  const { id, seed, examplesShare, developmentShare, createdAt } = split;
  return {
    ...{ id, seed, createdAt, examples: examplesShare, development: developmentShare },
    parts: {
      examples: countOf("examples"),
      development: countOf("development"),
      "held-out": countOf("held-out"),
    },
    unassigned: countOf(null).tasks,
  };
}

/** The tasks of a split by id, a page of them. Null when the researcher may not read the dataset. */
export async function readSplitTasks(
  researcher: Member<"researcher">,
  datasetId: string,
  { part, ...place }: SplitTasksQuery,
): Promise<ListPage<SplitTaskView> | null> {
  const dataset = { id: datasetId, deletedAt: null, project: memberOf(researcher) };
  if ((await db.dataset.count({ where: dataset })) === 0) return null;
  const rows = await db.labelSplitTask.findMany({
    where: {
      datasetId,
      ...(part && { part: part === "held-out" ? "held_out" : part }),
      ...(place.after !== undefined && { taskId: { gt: place.after } }),
    },
    orderBy: { taskId: "asc" },
    take: place.limit + 1,
    select: { taskId: true, part: true, task: { select: { key: true } } },
  });
  return pageFrom(
    rows,
    place,
    ({ taskId }) => taskId,
    ({ taskId, part: stored, task }) => ({
      id: taskId,
      key: task.key,
      part: stored === "held_out" ? "held-out" : stored,
    }),
  );
}

/**
 * Splits the labels of a dataset by task, once. Later calls assign only the tasks that were added since, with the seed
 * and shares of the first. Null when the dataset is not the admin's.
 */
export async function splitLabels(
  admin: Member<"admin">,
  datasetId: string,
  { seed, examples, development }: NewLabelSplit,
): Promise<LabelSplitView | Refusal<"archived" | "dataset-not-ready"> | null> {
  const done = await db.$transaction(async (tx) => {
    const dataset = await lockDataset(tx, admin, datasetId);
    if (!dataset) return null;
    if (dataset.isProjectArchived) return refuse("archived");
    if (dataset.state !== "ready") return refuse("dataset-not-ready");
    const { projectId } = dataset;
    const known = await tx.labelSplit.findUnique({ where: { datasetId } });
    const shares = { seed, examplesShare: examples, developmentShare: development };
    const split =
      known ?? (await tx.labelSplit.create({ data: { datasetId, ...shares, createdBy: admin.userId } }));
    const tasks = await unassignedTasks(tx, datasetId);
    const parts = splitTasks(tasks, split.seed, {
      examples: split.examplesShare,
      development: split.developmentShare,
    });
    await tx.labelSplitTask.createMany({
      data: [...parts].map(([taskId, part]) => ({
        ...{ splitId: split.id, datasetId, taskId },
        part: part === "held-out" ? ("held_out" as const) : part,
      })),
    });
    if (!known || tasks.length > 0)
      await audit(tx, admin, {
        action: known ? "labels.split-extended" : "labels.split",
        projectId,
        subject: ["LabelSplit", split.id],
        detail: { tasks: tasks.length, ...shares, seed: split.seed },
      });
    return split;
  });
  if (!done || "refused" in done) return done;
  const view = await findSplit(admin, datasetId);
  return view === "none" ? null : view;
}

function unassignedTasks(tx: Tx, datasetId: string): Promise<SplitTask[]> {
  return tx.$queryRaw<SplitTask[]>`
    SELECT t."id", t."key", ${IS_LABELLED} AS "isLabelled", t."id"::text = ANY (ARRAY(
        SELECT e -> 'source' ->> 'task' FROM "JudgeVersion" v JOIN "Judge" j ON j."id" = v."judgeId"
        JOIN "Dataset" d ON d."projectId" = j."projectId" AND d."id" = ${datasetId}::uuid
        CROSS JOIN LATERAL jsonb_array_elements(v."spec" -> 'examples') e)) AS "isExample"
    FROM "Task" t WHERE t."datasetId" = ${datasetId}::uuid
      AND NOT EXISTS (SELECT FROM "LabelSplitTask" st WHERE st."taskId" = t."id")`;
}

/**
 * True if an example is from a task of the project whose labels are held out: by its source, or because instruction and
 * response are those of such a task.
 */
export async function isReserved(
  from: Tx | typeof db,
  projectId: string,
  examples: readonly JudgeExample[],
): Promise<boolean> {
  if (examples.length === 0) return false;
  const tasks = examples.flatMap(({ source }) => source?.task ?? []);
  const shown = examples.flatMap(({ instruction, responses }) =>
    responses.map((text) => ({ instruction, text })),
  );
  const [found] = await from.$queryRaw<{ isHeldOut: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM "LabelSplitTask" st JOIN "Dataset" d ON d."id" = st."datasetId" JOIN "Task" t ON t."id" = st."taskId"
      WHERE d."projectId" = ${projectId}::uuid AND st."part" = 'held-out' AND (
        st."taskId" = ANY (${tasks}::uuid[]) OR EXISTS (
          SELECT FROM "Response" r
          JOIN unnest(${shown.map(({ instruction }) => instruction)}::text[],
            ${shown.map(({ text }) => text)}::text[]) AS e ("instruction", "text")
            ON btrim(r."text") = btrim(e."text") AND position(t."instruction" IN e."instruction") > 0
          WHERE r."taskId" = st."taskId"))) AS "isHeldOut"`;
  return found?.isHeldOut ?? false;
}
