import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import { designOf, type Unfit } from "@/lib/drafting/data/run-design";
import { listChosenTasks } from "@/lib/drafting/data/subjects";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { type ComparedWith, comparedWithOf } from "@/lib/judge/data/human-labels";
import { labelledRubrics } from "@/lib/judge/data/labelled-rubrics";
import type { JudgeRunScope, RunJudge, UnfinishedRun } from "@/lib/judge/schema/judges";
import { hasHumanJudgement, hasHumanLabel } from "@/lib/judgement/data/sql-fragments";
import { Prisma } from "@/prisma/generated/client/client";

const TRIAL_TASKS = 3;

const SCOPE_WORDS: Record<JudgeRunScope, string> = {
  trial: "trial",
  development: "development",
  "held-out": "held out",
  all: "all tasks",
};

/** A unit `u` that its run is still to judge, now or when an admin resumes it. */
const IN_WORK = Prisma.sql`(u."state" IN ('waiting', 'working') AND run."state" IN ('running', 'paused', 'paused_budget'))`;

/** Number of a version's units in a dataset that are still to be judged, also of paused runs. */
export const countInWork = (versionId: string, datasetId: string) =>
  countUnits(versionId, datasetId, IN_WORK);

async function countUnits(versionId: string, datasetId: string, condition: Prisma.Sql): Promise<number> {
  const [counted] = await db.$queryRaw<{ units: number }[]>`
    SELECT count(*)::int AS "units" FROM "DraftUnit" u JOIN "DraftRun" run ON run."id" = u."runId"
    WHERE run."judgeVersionId" = ${versionId}::uuid AND run."datasetId" = ${datasetId}::uuid AND ${condition}`;
  return counted?.units ?? 0;
}

type RunVersionRefusal = "no-label-split" | "no-subjects" | "judge-still-running" | "judge-nothing-left";

/**
 * Starts a run by a version. Only runs over all tasks are published; the others are for the workshop. Calls that an
 * earlier version made are answered from the cache. What the version has judged or is judging is left out, response by
 * response, so that a second request starts nothing twice and new responses are judged alone. A run over all tasks leaves
 * out only what is published: a trial's values are in no report. A trial repeats its tasks.
 * Null when version or dataset are not the admin's.
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
  const rubrics = await labelledRubrics(dataset, judge.subject);
  const design = {
    ...{ dataset, method: JUDGE_METHOD, params: { version: versionId }, endpoint: endpointId, model },
    selection: { filter: {}, ...rubrics },
  };
  const designed = await designOf(admin, judge.projectId, design);
  if (!designed || "refused" in designed) return designed;
  const isKnown = Prisma.sql`(${scope === "trial" ? Prisma.empty : Prisma.sql`u."state" = 'done' OR`} ${IN_WORK})
    ${scope === "all" ? Prisma.sql`AND run."published"` : Prisma.empty}`;
  const unless = Prisma.sql`run."judgeVersionId" = ${versionId}::uuid AND ${isKnown}`;
  const among = await tasksOf(scope, dataset, comparedWith);
  const tasks = await listChosenTasks({ datasetId: dataset, ...designed, unless }, among, MOST_TASKS);
  if (tasks.length === 0) {
    const known = Prisma.sql`${isKnown} AND EXISTS (SELECT FROM "Task" t WHERE t."id" = u."taskId" AND ${among})`;
    if ((await countUnits(versionId, dataset, Prisma.sql`${known} AND ${IN_WORK}`)) > 0)
      return refuse("judge-still-running");
    const isPart = scope === "development" || scope === "held-out";
    const isJudged = isPart || (await countUnits(versionId, dataset, known)) > 0;
    return refuse(isJudged ? "judge-nothing-left" : "no-subjects");
  }
  const made = await createRun(
    admin,
    judge.projectId,
    {
      ...{ ...design, ...limits },
      name: `${judge.name.slice(0, 80)}, version ${number}: ${SCOPE_WORDS[scope]}`,
      selection: { filter: {}, ...rubrics, ...(scope !== "all" && { tasks }) },
      published: scope === "all",
      uncached: false,
      cachePolicy: "use",
      addResponses: "none",
      start: true,
    },
    unless,
  );
  // There was something to judge: another request has begun it since.
  return made && "refused" in made && made.refused === "no-subjects" ? refuse("judge-still-running") : made;
}

/** The runs of a judge's versions over a dataset that have units still to be judged, oldest first, also paused ones. */
export async function listUnfinishedRuns(
  researcher: Member<"researcher">,
  judgeId: string,
  datasetId: string,
): Promise<UnfinishedRun[]> {
  const runs = await db.draftRun.findMany({
    where: { datasetId, judgeVersion: { judgeId }, project: memberOf(researcher) },
    select: { id: true },
  });
  return db.$queryRaw<UnfinishedRun[]>`
    SELECT run."id", run."name", run."state" <> 'running' AS "isPaused", count(*)::int AS "units"
    FROM "DraftUnit" u JOIN "DraftRun" run ON run."id" = u."runId"
    WHERE run."id" = ANY (${runs.map(({ id }) => id)}::uuid[]) AND ${IN_WORK}
    GROUP BY run."id" ORDER BY run."createdAt", run."id"`;
}

/** Most tasks of one run of a part; the rest is run next. */
const MOST_TASKS = 10_000;

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

/** A condition on the task `t`: it belongs to the scope. */
async function tasksOf(
  scope: JudgeRunScope,
  datasetId: string,
  comparedWith: ComparedWith,
): Promise<Prisma.Sql> {
  if (scope === "all") return Prisma.sql`TRUE`;
  if (scope === "trial")
    return Prisma.sql`t."id" = ANY (${await trialTasks(datasetId, comparedWith)}::uuid[])`;
  return Prisma.sql`${isLabelledFor(comparedWith)} AND EXISTS (
    SELECT FROM "LabelSplitTask" st WHERE st."taskId" = t."id" AND st."part" = ${scope}::"LabelPart")`;
}
