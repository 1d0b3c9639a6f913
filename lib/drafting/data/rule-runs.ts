import "server-only";
import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { lockDataset } from "@/lib/dataset/data/lock";
import { proofRow, provedAlready, rulesRater } from "@/lib/drafting/data/proofs";
import { prover } from "@/lib/drafting/rules/proofs";
import { DECOMPOSE, RULE_BASED } from "@/lib/drafting/rules/provenance-labels";
import { draftChecklist } from "@/lib/drafting/rules/rule-based";
import { rulesRunJob } from "@/lib/drafting/schema/jobs";
import type { RuleRunBody, RuleRunView, RulesOnDataset } from "@/lib/drafting/schema/rule-runs";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

const view = {
  id: true,
  kind: true,
  tasks: true,
  seen: true,
  checklists: true,
  items: true,
  answered: true,
  undecided: true,
  leftOut: true,
  createdAt: true,
  finishedAt: true,
} satisfies Prisma.RuleRunSelect;

/** Null when the actor may not read the dataset. */
export async function findRules(
  actor: Member<"researcher">,
  datasetId: string,
): Promise<RulesOnDataset | null> {
  const dataset = await db.dataset.findFirst({
    where: { id: datasetId, state: { not: "importing" }, project: memberOf(actor) },
    select: { ruleRuns: { orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: 1, select: view } },
  });
  if (!dataset) return null;
  const [counted] = await db.$queryRaw<{ tasks: number; withoutChecklist: number }[]>`
    SELECT count(*)::int AS "tasks", (count(*) FILTER (WHERE ${HAS_NO_CHECKLIST}))::int AS "withoutChecklist"
    FROM "Task" t WHERE t."datasetId" = ${datasetId}::uuid`;
  return {
    latest: dataset.ruleRuns[0] ?? null,
    ...(counted ?? { tasks: 0, withoutChecklist: 0 }),
  };
}

/** Condition that neither task `t` nor its dataset has a checklist. */
const HAS_NO_CHECKLIST = Prisma.sql`NOT EXISTS (
  SELECT FROM "Rubric" ru WHERE ru."datasetId" = t."datasetId" AND ru."kind" = 'checklist'
    AND (ru."taskId" = t."id" OR ru."taskId" IS NULL))`;

/** Starts a rules run over a dataset. If one is active, returns that. */
export function startRules(
  admin: Member<"admin">,
  datasetId: string,
  { do: kind }: RuleRunBody,
): Promise<RuleRunView | Refusal | null> {
  return db.$transaction(async (tx) => {
    const dataset = await lockDataset(tx, admin, datasetId, "no-key-update");
    if (!dataset) return null;
    if (dataset.isProjectArchived) return refuse("archived");
    if (dataset.state !== "ready") return refuse("dataset-not-ready");
    const running = await tx.ruleRun.findFirst({ where: { datasetId, finishedAt: null }, select: view });
    if (running) return running;
    const tasks = await tx.task.count({ where: { datasetId } });
    const run = await tx.ruleRun.create({
      data: { datasetId, kind, tasks, requestedBy: admin.userId },
      select: view,
    });
    await enqueue(tx, rulesRunJob, { id: run.id }, { key: `rules-run:${run.id}` });
    await audit(tx, admin, {
      action: kind === "draft" ? "dataset.rules-drafted" : "dataset.rules-checked",
      projectId: dataset.projectId,
      subject: ["Dataset", datasetId],
    });
    return run;
  });
}

// ---------------------------------------------------------------- the walk

const TASKS_AT_ONCE = 10;
const LONG = { timeout: 600_000 };

/**
 * Completes a rules run, a few tasks per transaction: their drafts and the progress are written together, so
 * nothing is written twice however often a worker dies. Returns at once while another worker runs it.
 */
export async function runRules(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  while (!signal?.aborted) {
    const isUnfinished = await db.$transaction((tx) => walkOn(tx, id), LONG);
    if (!isUnfinished) return;
  }
}

/** Resumes rules runs without progress since their worker died. */
export async function resumeRules(now = new Date()): Promise<void> {
  const asleep = await db.ruleRun.findMany({
    where: { finishedAt: null, touchedAt: { lt: new Date(now.getTime() - 2 * 60_000) } },
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });
  for (const { id } of asleep) await runRules(id);
}

interface Run {
  id: string;
  datasetId: string;
  projectId: string;
  kind: RuleRunBody["do"];
  lastTask: string | null;
  requestedBy: string | null;
  now: Date;
}

interface TaskRow {
  id: string;
  position: number;
  instruction: string;
  atWork: boolean;
  hasNone: boolean;
}

async function walkOn(tx: Tx, id: string): Promise<boolean> {
  const [run] = await tx.$queryRaw<Run[]>`
    SELECT r."id", r."datasetId", d."projectId", r."kind"::text AS "kind", r."lastTask", r."requestedBy",
      now() AS "now"
    FROM "RuleRun" r JOIN "Dataset" d ON d."id" = r."datasetId"
    WHERE r."id" = ${id}::uuid AND r."finishedAt" IS NULL FOR UPDATE OF r SKIP LOCKED`;
  if (!run) return false;
  const tasks = await tx.$queryRaw<TaskRow[]>`
    SELECT t."id", t."position", t."instruction", ${HAS_NO_CHECKLIST} AS "hasNone",
      EXISTS (SELECT FROM "Subject" s JOIN "Batch" b ON b."id" = s."batchId"
        WHERE s."taskId" = t."id" AND b."state" IN ('open', 'paused')) AS "atWork"
    FROM "Task" t
    WHERE t."datasetId" = ${run.datasetId}::uuid AND (${run.lastTask}::uuid IS NULL
      OR (t."position", t."id") > (SELECT l."position", l."id" FROM "Task" l WHERE l."id" = ${run.lastTask}::uuid))
    ORDER BY t."position", t."id" LIMIT ${TASKS_AT_ONCE}`;
  const last = tasks.at(-1);
  if (!last) {
    await finish(tx, run);
    return false;
  }

  const wrote = { checklists: 0, items: 0, answered: 0, undecided: 0, leftOut: 0 };
  const writer = await writerOf(tx, run);
  for (const task of tasks) {
    const concerned = run.kind === "check" ? !task.hasNone : task.hasNone && task.instruction.trim() !== "";
    if (!concerned) continue;
    if (task.atWork) {
      wrote.leftOut++;
      continue;
    }
    if (run.kind === "draft") {
      wrote.items += await writeChecklist(tx, run, task);
      wrote.checklists++;
    }
    const { answered, undecided } = await writeProofs(tx, run, task, writer);
    wrote.answered += answered;
    wrote.undecided += undecided;
  }
  await tx.ruleRun.update({
    where: { id },
    data: {
      lastTask: last.id,
      seen: { increment: tasks.length },
      touchedAt: new Date(),
      ...Object.fromEntries(Object.entries(wrote).map(([what, n]) => [what, { increment: n }])),
    },
  });
  return true;
}

/** Ends a rules run. Reports on its dataset are marked as outdated if drafts were added. */
async function finish(tx: Tx, { id, datasetId }: Run): Promise<void> {
  const { checklists, answered, undecided } = await tx.ruleRun.update({
    where: { id },
    data: { finishedAt: new Date(), touchedAt: new Date() },
    select: { checklists: true, answered: true, undecided: true },
  });
  if (checklists + answered + undecided === 0) return;
  await datasetGrew(tx, datasetId);
}

/** Writes a checklist in the words of the task's instruction; returns the number of questions. */
async function writeChecklist(tx: Tx, run: Run, task: TaskRow): Promise<number> {
  const key = `rules/${task.id}`;
  const drafted = draftChecklist(task.instruction).map((item, position) => ({
    id: randomUUID(),
    item,
    position,
  }));
  const rubric = await tx.rubric.create({
    data: {
      datasetId: run.datasetId,
      taskId: task.id,
      key,
      position: task.position,
      kind: "checklist",
      metadata: RULE_BASED,
    },
    select: { id: true },
  });
  const version = await tx.rubricVersion.create({
    data: { rubricId: rubric.id, version: 1, origin: "rules", method: DECOMPOSE, createdBy: run.requestedBy },
    select: { id: true },
  });
  await tx.item.createMany({
    data: drafted.map(({ id, position }) => ({ id, rubricId: rubric.id, key: `${key}.${position + 1}` })),
  });
  await tx.itemVersion.createMany({
    data: drafted.map(({ id, item, position }) => ({
      itemId: id,
      rubricId: rubric.id,
      rubricVersionId: version.id,
      position,
      text: item.text,
      scale: { type: "yesno" },
      metadata: {
        asks: item.kind,
        ...(item.span && { span: { start: item.span.start, end: item.span.end } }),
      },
    })),
  });
  return drafted.length;
}

interface Writer {
  raterId: string;
  /** Position of the next draft in the study. */
  position: number;
}

async function writerOf(tx: Tx, { projectId, datasetId }: Run): Promise<Writer> {
  const raterId = await rulesRater(tx, projectId);
  const { _max } = await tx.draft.aggregate({ where: { datasetId }, _max: { position: true } });
  return { raterId, position: (_max.position ?? -1) + 1 };
}

/**
 * Drafts what can be proved about the newest questions on a task's responses, unless the rules have a draft
 * already.
 */
async function writeProofs(tx: Tx, { datasetId }: Run, task: TaskRow, writer: Writer) {
  const items = await tx.$queryRaw<{ itemId: string; text: string; wording: number }[]>`
    SELECT iv."itemId", iv."text", iv."wording"
    FROM "Rubric" ru
    JOIN LATERAL (SELECT v."id" FROM "RubricVersion" v WHERE v."rubricId" = ru."id"
      ORDER BY v."version" DESC LIMIT 1) v ON TRUE
    JOIN "ItemVersion" iv ON iv."rubricVersionId" = v."id"
    WHERE ru."datasetId" = ${datasetId}::uuid AND ru."kind" = 'checklist'
      AND (ru."taskId" = ${task.id}::uuid OR ru."taskId" IS NULL)
      AND iv."scale" ->> 'type' IN ('yesno', 'yesnona')
    ORDER BY ru."position", ru."id", iv."position", iv."id"`;
  const responses = await tx.response.findMany({
    where: { taskId: task.id },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, text: true },
  });
  const isProved = await provedAlready(tx, task.id);
  const prove = prover(task.instruction);
  const rows: Prisma.DraftCreateManyInput[] = [];
  let answered = 0;
  for (const response of responses) {
    // Lets other work of the worker proceed.
    await setImmediate();
    for (const { itemId, text, wording } of items) {
      const about = { itemId, responseId: response.id, wording };
      if (isProved(about)) continue;
      const proof = prove(text, response.text);
      if (!proof) continue;
      if (proof.value) answered++;
      const { raterId } = writer;
      rows.push(proofRow(about, proof, { datasetId, taskId: task.id, raterId, position: writer.position++ }));
    }
  }
  await tx.draft.createMany({ data: rows });
  return { answered, undecided: rows.length - answered };
}
