import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import type { Unfit } from "@/lib/drafting/data/run-design";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { type ComparedWith, comparedWithOf } from "@/lib/judge/data/human-labels";
import type { JudgeRunScope, RunJudge } from "@/lib/judge/schema/judges";
import { hasHumanJudgement, hasHumanLabel } from "@/lib/judgement/data/sql-fragments";
import { Prisma } from "@/prisma/generated/client/client";

const TRIAL_TASKS = 3;

const SCOPE_WORDS: Record<JudgeRunScope, string> = {
  trial: "trial",
  development: "development",
  "held-out": "held out",
  all: "all tasks",
};

/**
 * Starts a run by a version. Only runs over all tasks are published; the others are for the workshop. Calls that an
 * earlier version made are answered from the cache. Tasks that a run is still judging are left out, so that a second
 * request starts nothing twice. Null when version or dataset are not the admin's.
 */
export async function runVersion(
  admin: Member<"admin">,
  versionId: string,
  { dataset, scope, ...limits }: RunJudge,
): Promise<{ id: string; units: number } | Unfit | Refusal<RunVersionRefusal> | null> {
  const version = await db.judgeVersion.findFirst({
    where: {
      id: versionId,
      judge: { project: { AND: memberOf(admin), datasets: { some: { id: dataset } } } },
    },
    select: {
      ...{ id: true, number: true, spec: true, endpointId: true, model: true },
      judge: { select: { name: true, subject: true, projectId: true } },
    },
  });
  if (!version) return null;
  const { judge, number, endpointId, model } = version;
  const isSplit = (await db.labelSplit.count({ where: { datasetId: dataset } })) > 0;
  if (!isSplit && (scope === "development" || scope === "held-out")) return refuse("no-label-split");
  const comparedWith = comparedWithOf({ subject: judge.subject, versions: [version] });
  const tasks = scope === "all" ? null : await waitingTasks(versionId, comparedWith, dataset, scope);
  if (tasks && "refused" in tasks) return tasks;
  return createRun(admin, judge.projectId, {
    ...limits,
    name: `${judge.name.slice(0, 80)}, version ${number}: ${SCOPE_WORDS[scope]}`,
    dataset,
    method: JUDGE_METHOD,
    params: { version: versionId },
    endpoint: endpointId,
    model,
    selection: { filter: {}, ...(tasks && { tasks }) },
    published: scope === "all",
    uncached: false,
    cachePolicy: "use",
    addResponses: "none",
    start: true,
  });
}

/** Number of units that runs of a judge's versions over a dataset are still working on. */
export function countWaiting(
  researcher: Member<"researcher">,
  judgeId: string,
  datasetId: string,
): Promise<number> {
  return db.draftUnit.count({
    where: {
      state: { in: ["waiting", "working"] },
      run: { datasetId, state: "running", judgeVersion: { judgeId }, project: memberOf(researcher) },
    },
  });
}

/** Most tasks of one run of a part; the rest is run next. */
const MOST_TASKS = 10_000;

type RunVersionRefusal = "no-label-split" | "no-subjects" | "judge-still-running" | "judge-nothing-left";

/** The tasks of a scope that a version still has to judge and no run is judging, or why there are none. */
async function waitingTasks(
  versionId: string,
  comparedWith: ComparedWith,
  datasetId: string,
  scope: Exclude<JudgeRunScope, "all">,
): Promise<string[] | Refusal<RunVersionRefusal>> {
  const isTrial = scope === "trial";
  const tasks = await (isTrial
    ? trialTasks(datasetId, comparedWith)
    : unjudgedTasks(versionId, comparedWith, datasetId, scope));
  if (tasks.length === 0) return refuse(isTrial ? "no-subjects" : "judge-nothing-left");
  const units = await db.draftUnit.findMany({
    where: {
      taskId: { in: tasks },
      state: { in: ["waiting", "working"] },
      run: { datasetId, state: "running", judgeVersionId: versionId },
    },
    distinct: ["taskId"],
    select: { taskId: true },
  });
  const inWork = new Set(units.map(({ taskId }) => taskId));
  const left = tasks.filter((task) => !inWork.has(task));
  return left.length === 0 ? refuse("judge-still-running") : left;
}

/** True if people said of a response to the task `t` what such a judge is compared with. */
const isLabelledFor = ({ subject, step }: ComparedWith): Prisma.Sql =>
  subject === "label" ? hasHumanLabel(Prisma.sql`t`, step ?? null) : hasHumanJudgement(Prisma.sql`t`);

/** The same few tasks for every version, with labels if there are any; of the development part where there is a split. */
export async function trialTasks(datasetId: string, comparedWith: ComparedWith): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t."id" FROM "Task" t LEFT JOIN "LabelSplitTask" st ON st."taskId" = t."id"
    WHERE t."datasetId" = ${datasetId}::uuid AND EXISTS (SELECT FROM "Response" r WHERE r."taskId" = t."id")
      AND st."part" IS DISTINCT FROM 'held-out' AND st."part" IS DISTINCT FROM 'examples'
    ORDER BY ${isLabelledFor(comparedWith)} DESC, t."position", t."id" LIMIT ${TRIAL_TASKS}`;
  return rows.map(({ id }) => id);
}

/** The labelled tasks of a part on which a version has no values yet. */
async function unjudgedTasks(
  versionId: string,
  comparedWith: ComparedWith,
  datasetId: string,
  part: "development" | "held-out",
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT t."id" FROM "Task" t JOIN "LabelSplitTask" st ON st."taskId" = t."id" AND st."part" = ${part}::"LabelPart"
    WHERE t."datasetId" = ${datasetId}::uuid AND ${isLabelledFor(comparedWith)} AND NOT EXISTS (
      SELECT FROM "DraftUnit" u JOIN "DraftRun" run ON run."id" = u."runId"
      WHERE u."taskId" = t."id" AND run."judgeVersionId" = ${versionId}::uuid AND u."state" = 'done')
    ORDER BY t."position", t."id" LIMIT ${MOST_TASKS}`;
  return rows.map(({ id }) => id);
}
