import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { outdateReports } from "@/lib/dataset/data/bump-version";
import { lockDataset } from "@/lib/dataset/data/lock";
import type { JudgeExample } from "@/lib/drafting/schema/judge-spec";
import { pageFrom } from "@/lib/http/cursor";
import type { ListPage } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { type AssignedTask, type SplitTask, splitTasks } from "@/lib/judge/rules/split";
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
  { part, ...page }: SplitTasksQuery,
): Promise<ListPage<SplitTaskView> | null> {
  const dataset = { id: datasetId, deletedAt: null, project: memberOf(researcher) };
  if ((await db.dataset.count({ where: dataset })) === 0) return null;
  const rows = await db.labelSplitTask.findMany({
    where: {
      datasetId,
      ...(part && { part: part === "held-out" ? "held_out" : part }),
      ...(page.after !== undefined && { taskId: { gt: page.after } }),
    },
    orderBy: { taskId: "asc" },
    take: page.limit + 1,
    select: { taskId: true, part: true, task: { select: { key: true } } },
  });
  return pageFrom(
    rows,
    page,
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
 * of the first and so that its shares are those of all tasks. Null when the dataset is not the admin's.
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
    const parts = splitTasks(
      tasks,
      split.seed,
      { examples: split.examplesShare, development: split.developmentShare },
      known ? await assignedTasks(tx, datasetId) : [],
    );
    await tx.labelSplitTask.createMany({
      data: [...parts].map(([taskId, part]) => ({
        ...{ splitId: split.id, datasetId, taskId },
        part: part === "held-out" ? ("held_out" as const) : part,
      })),
    });
    if (!known || tasks.length > 0) {
      await outdateReports(tx, datasetId);
      await audit(tx, admin, {
        action: known ? "labels.split-extended" : "labels.split",
        projectId,
        subject: ["LabelSplit", split.id],
        detail: { tasks: tasks.length, ...shares, seed: split.seed },
      });
    }
    return split;
  });
  if (!done || "refused" in done) return done;
  const view = await findSplit(admin, datasetId);
  return view === "none" ? null : view;
}

function assignedTasks(tx: Tx, datasetId: string): Promise<AssignedTask[]> {
  return tx.$queryRaw<AssignedTask[]>`
    SELECT st."part"::text AS "part", ${IS_LABELLED} AS "isLabelled"
    FROM "Task" t JOIN "LabelSplitTask" st ON st."taskId" = t."id" WHERE t."datasetId" = ${datasetId}::uuid`;
}

/** Punctuation and marks of Markdown, which a copy of a text may begin or end with. */
const AT_ENDS = " .,;:!?¿¡·*_#`'\"‘’‚“”„«»‹›()[]{}<>-–—。、「」『』【】《》";

/**
 * The form in which two texts are compared to find copies. Any white space is one space. Capitals are small letters. Variants
 * of a character (full width, ligatures) are the character. Marks at both ends are left out, unlike in `normalised` of
 * lib/rubric/rules/consensus.ts, which leaves out only the sign at the end.
 */
const comparable = (text: Prisma.Sql) => Prisma.sql`btrim(
  regexp_replace(lower(normalize(${text}, NFKC)), '\\s+', ' ', 'g'), ${AT_ENDS})`;

/**
 * The tasks among `tasks` (a condition on the task `t`) that are copied into an example: its instruction contains that of the
 * task, and one of its responses is one of the task's. `shown` selects each example's `instruction` with each of its
 * responses as `text`.
 */
const copiedTasks = (tasks: Prisma.Sql, shown: Prisma.Sql) => Prisma.sql`
  WITH e AS MATERIALIZED (
      SELECT DISTINCT ${comparable(Prisma.sql`s."instruction"`)} AS "instruction", ${comparable(Prisma.sql`s."text"`)} AS "text"
      FROM (${shown}) s),
    k AS MATERIALIZED (
      SELECT t."id", ${comparable(Prisma.sql`t."instruction"`)} AS "instruction" FROM "Task" t WHERE ${tasks})
  SELECT k."id" FROM k JOIN e ON position(k."instruction" IN e."instruction") > 0
  WHERE EXISTS (SELECT FROM "Response" r
    WHERE r."taskId" = k."id" AND ${comparable(Prisma.sql`r."text"`)} = e."text")`;

/** Tasks without a part. Those that a prompt of the project contains are marked, also where their texts were pasted. */
function unassignedTasks(tx: Tx, datasetId: string): Promise<SplitTask[]> {
  const isUnassigned = Prisma.sql`t."datasetId" = ${datasetId}::uuid
    AND NOT EXISTS (SELECT FROM "LabelSplitTask" st WHERE st."taskId" = t."id")`;
  const examples = Prisma.sql`"JudgeVersion" v JOIN "Judge" j ON j."id" = v."judgeId"
    JOIN "Dataset" d ON d."projectId" = j."projectId" AND d."id" = ${datasetId}::uuid
    CROSS JOIN LATERAL jsonb_array_elements(v."spec" -> 'examples') x`;
  const shown = Prisma.sql`SELECT x ->> 'instruction' AS "instruction", a."text"
    FROM ${examples} CROSS JOIN LATERAL jsonb_array_elements_text(x -> 'responses') a ("text")`;
  return tx.$queryRaw<SplitTask[]>`
    SELECT t."id", t."key", ${IS_LABELLED} AS "isLabelled",
      t."id"::text = ANY (ARRAY(SELECT x -> 'source' ->> 'task' FROM ${examples}))
        OR t."id" = ANY (ARRAY(${copiedTasks(isUnassigned, shown)})) AS "isExample"
    FROM "Task" t WHERE ${isUnassigned}`;
}

/**
 * True if an example is from a task of the project whose labels are held out. Its source names such a task, or its
 * instruction and a response are copies of that task's.
 */
export async function hasHeldOutExample(
  from: Tx | typeof db,
  projectId: string,
  examples: readonly JudgeExample[],
): Promise<boolean> {
  if (examples.length === 0) return false;
  const sources = examples.flatMap(({ source }) => source?.task ?? []);
  const texts = examples.flatMap(({ instruction, responses }) =>
    responses.map((text) => ({ instruction, text })),
  );
  const shown = Prisma.sql`SELECT * FROM unnest(${texts.map(({ instruction }) => instruction)}::text[],
    ${texts.map(({ text }) => text)}::text[]) AS x ("instruction", "text")`;
  const isHeldOut = Prisma.sql`EXISTS (
    SELECT FROM "LabelSplitTask" st JOIN "Dataset" d ON d."id" = st."datasetId"
    WHERE st."taskId" = t."id" AND d."projectId" = ${projectId}::uuid AND st."part" = 'held-out')`;
  const [found] = await from.$queryRaw<{ isHeldOut: boolean }[]>`
    SELECT EXISTS (SELECT FROM "Task" t WHERE t."id" = ANY (${sources}::uuid[]) AND ${isHeldOut})
      OR EXISTS (${copiedTasks(isHeldOut, shown)}) AS "isHeldOut"`;
  return found?.isHeldOut ?? false;
}
