import "server-only";
import { createHmac } from "node:crypto";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { priceOf } from "@/lib/drafting/data/endpoints";
import { emitOfRun } from "@/lib/drafting/data/events";
import { withRubricSource } from "@/lib/drafting/data/rubric-choice";
import { type Chosen, inputsOf, insertUnits, nthSubject, sampleSubjects } from "@/lib/drafting/data/subjects";
import { methodById } from "@/lib/drafting/rules/methods";
import { fenceWith } from "@/lib/drafting/rules/template";
import type { DraftMethod, OutputProfile, TextFence } from "@/lib/drafting/schema";
import { draftResumeJob } from "@/lib/drafting/schema/jobs";
import type {
  NewRun,
  PromptPreview,
  ResumeBody,
  RunDesign,
  RunPreview,
  RunSelection,
  RunState,
  RunView,
} from "@/lib/drafting/schema/runs";
import { env } from "@/lib/env";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { costOf, estimateTokens, type Price } from "@/lib/llm/price";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

/** The marks around texts in prompts: the same for the same text for as long as the installation's secret stays. */
export function installationFence(): TextFence {
  return fenceWith(createHmac("sha256", env().NEXTAUTH_SECRET).update("countersign fences").digest("hex"));
}

type Unfit = Refusal<
  "no-such-method" | "params-do-not-fit" | "price-unknown" | "no-subjects" | "no-such-endpoint" | "archived"
>;

interface Designed {
  projectId: string;
  method: DraftMethod;
  params: unknown;
  endpoint: {
    id: string;
    model: string;
    embeddingModel: string | null;
    currency: string;
    requestsPerMinute: number;
  };
  model: string;
  price: Price | null;
  /** With the source of the rubrics to judge by, where the method needs some and the study has them. */
  selection: RunSelection;
}

/** Whether a run can be made like this, and with what; null when dataset or endpoint are not the asker's. */
async function designOf(
  actor: Member<"admin">,
  projectId: string,
  design: RunDesign,
): Promise<Designed | Unfit | null> {
  const project = await db.project.findFirst({
    where: {
      id: projectId,
      AND: memberOf(actor),
      datasets: { some: { id: design.dataset, state: "ready" } },
    },
    select: {
      archivedAt: true,
      endpoints: {
        where: { id: design.endpoint, archivedAt: null },
        select: { id: true, model: true, embeddingModel: true, currency: true, requestsPerMinute: true },
      },
    },
  });
  if (!project) return null;
  if (project.archivedAt) return refuse("archived");
  const [endpoint] = project.endpoints;
  if (!endpoint) return refuse("no-such-endpoint");
  const method = methodById(design.method);
  if (!method) return refuse("no-such-method");
  const params = method.params.safeParse(design.params);
  if (!params.success) return refuse("params-do-not-fit");
  const model = design.model ?? endpoint.model;
  const [price, selection] = await Promise.all([
    priceOf(endpoint, model),
    withRubricSource(design.dataset, method, design.selection),
  ]);
  return { projectId, method, params: params.data, endpoint, model, price, selection };
}

const PREVIEWED = 200;

/** What a run would take at the most. Nothing is asked of the endpoint. */
export async function previewRun(
  actor: Member<"admin">,
  projectId: string,
  { show = 0, ...design }: RunDesign & { show?: number },
): Promise<RunPreview | Unfit | null> {
  const designed = await designOf(actor, projectId, design);
  if (!designed || "refused" in designed) return designed;
  const { method, params, endpoint, price, selection } = designed;
  const { units, unfit, sample } = await sampleSubjects(
    { datasetId: design.dataset, method, selection },
    PREVIEWED,
  );
  const fence = installationFence();
  const sums = { calls: 0, input: 0, output: 0 };
  let left: number | null = null;
  for (const input of await inputsOf(sample, method, selection)) {
    const planned = method.plan(input, params, fence);
    const most = Math.max(planned.length, method.most(input, params));
    const tokens = planned.reduce((sum, plan) => sum + promptTokens(plan), 0);
    const output = planned.reduce((sum, { sampling }) => sum + sampling.maxOutputTokens, 0);
    // Later stages are planned from answers: as long as those before, with these answers in them.
    const share = planned.length === 0 ? 0 : (most - planned.length) / planned.length;
    sums.calls += most;
    const leaves = method.left?.(input, params) ?? null;
    if (leaves !== null) left = (left ?? 0) + leaves;
    sums.input += tokens + share * (tokens + output);
    sums.output += output * (1 + share);
  }
  const scale = sample.length === 0 ? 0 : units / sample.length;
  const [calls, inputTokens, outputTokens] = [sums.calls, sums.input, sums.output].map((sum) =>
    Math.ceil(sum * scale),
  ) as [number, number, number];
  return {
    units,
    unfit,
    calls,
    left: left === null ? null : Math.round(left * scale),
    inputTokens,
    outputTokens,
    costMicros: costOf({ input: inputTokens, output: outputTokens }, price),
    currency: endpoint.currency,
    priceSince: price?.since ?? null,
    sampled: sample.length < units,
    seconds: Math.ceil((calls / endpoint.requestsPerMinute) * 60),
    rubric: selection.rubric ?? null,
    prompt: await promptOf({ datasetId: design.dataset, method, selection }, params, show),
  };
}

/** More prompts than anybody reads before a run starts. */
const PROMPTS = 8;

/** What the first calls for one of the chosen tasks, responses or pairs would send, by the method's own plan. */
async function promptOf(chosen: Chosen, params: unknown, at: number): Promise<PromptPreview | null> {
  const { method, selection } = chosen;
  const subject = await nthSubject(chosen, at);
  const [input] = subject ? await inputsOf([subject], method, selection) : [];
  if (!subject || !input) return null;
  const planned = method.plan(input, params, installationFence());
  const prompts = new Map<string, PromptPreview["prompts"][number]>();
  for (const { messages, schema } of planned) {
    const key = JSON.stringify([messages, schema]);
    const times = (prompts.get(key)?.times ?? 0) + 1;
    prompts.set(key, { messages: [...messages], schema: schema?.jsonSchema ?? null, times });
  }
  const [task, responses] = await Promise.all([
    db.task.findUniqueOrThrow({ where: { id: subject.taskId }, select: { key: true } }),
    db.response.findMany({
      where: { id: { in: [subject.responseId, subject.responseBId].filter((id) => id !== null) } },
      orderBy: { position: "asc" },
      select: { key: true },
    }),
  ]);
  return {
    at,
    task: task.key,
    responses: responses.map(({ key }) => key),
    prompts: [...prompts.values()].slice(0, PROMPTS),
    more: Math.max(0, prompts.size - PROMPTS),
    goesOn: method.most(input, params) > planned.length,
  };
}

function promptTokens({ messages, schema }: { messages: readonly { content: string }[]; schema?: unknown }) {
  const said = messages.reduce((sum, { content }) => sum + estimateTokens(content) + 4, 0);
  return said + (schema ? estimateTokens(JSON.stringify(schema)) : 0);
}

/** Makes a run with its units, as a draft or started at once. A cap on money needs a price. */
export async function createRun(
  actor: Member<"admin">,
  projectId: string,
  { name, maxCalls, maxCostMicros, uncached, start, published, ...design }: NewRun,
): Promise<{ id: string; units: number } | Unfit | null> {
  const designed = await designOf(actor, projectId, design);
  if (!designed || "refused" in designed) return designed;
  const { method, params, endpoint, model, price, selection } = designed;
  if (maxCostMicros !== null && !price) return refuse("price-unknown");
  const made = await db
    .$transaction(
      async (tx) => {
        const { id } = await tx.draftRun.create({
          data: {
            projectId,
            datasetId: design.dataset,
            name,
            method: method.id,
            methodVersion: method.version,
            profile: method.profile,
            params: params as Prisma.InputJsonValue,
            selection,
            endpointId: endpoint.id,
            model,
            embeddingModel: endpoint.embeddingModel,
            price: price ?? Prisma.DbNull,
            uncached,
            maxCalls,
            maxCostMicros,
            units: 0,
            published,
            requestedBy: actor.userId,
          },
          select: { id: true },
        });
        const units = await insertUnits(tx, id, { datasetId: design.dataset, method, selection });
        if (units === 0) throw new NothingChosen();
        await tx.draftRun.update({ where: { id }, data: { units } });
        await audit(tx, actor, {
          action: "run.created",
          projectId,
          subject: ["DraftRun", id],
          detail: { method: method.id, units, maxCalls, maxCostMicros, uncached },
        });
        if (start) await begin(tx, actor, { id, projectId });
        return { id, units };
      },
      { timeout: 60_000 },
    )
    .catch((error) => {
      if (error instanceof NothingChosen) return null;
      throw error;
    });
  return made ?? refuse("no-subjects");
}

/**
 * The same run once more, as a draft, with every call asked anew: to see how far its answers depend on the day. It is
 * about what fits its choice today. Null when it is not the admin's.
 */
export async function repeatRun(
  actor: Member<"admin">,
  id: string,
): Promise<{ id: string; units: number } | Unfit | null> {
  const run = await db.draftRun.findFirst({
    where: { id, project: memberOf(actor) },
    select: {
      projectId: true,
      name: true,
      datasetId: true,
      method: true,
      params: true,
      endpointId: true,
      model: true,
      selection: true,
      maxCalls: true,
      maxCostMicros: true,
    },
  });
  if (!run) return null;
  return createRun(actor, run.projectId, {
    name: `${run.name.slice(0, 100)} (without cache)`,
    dataset: run.datasetId,
    method: run.method,
    params: run.params as Record<string, unknown>,
    endpoint: run.endpointId,
    model: run.model,
    selection: run.selection as RunSelection,
    maxCalls: run.maxCalls,
    maxCostMicros: run.maxCostMicros === null ? null : Number(run.maxCostMicros),
    // One to compare with: it takes nothing's place until it is published.
    published: false,
    uncached: true,
    start: false,
  });
}

class NothingChosen extends Error {}

async function begin(tx: Tx, actor: Member<"admin">, run: { id: string; projectId: string }): Promise<void> {
  await tx.draftRun.update({ where: { id: run.id }, data: { state: "running", startedAt: new Date() } });
  await audit(tx, actor, { action: "run.started", projectId: run.projectId, subject: ["DraftRun", run.id] });
  await enqueue(tx, draftResumeJob, {}, { key: draftResumeJob.name });
}

// ---------------------------------------------------------------- what becomes of it

type Moved = { id: string; state: RunState } | Refusal<"run-state-changed" | "archived"> | null;

interface Locked {
  id: string;
  projectId: string;
  datasetId: string;
  state: RunState;
  startedAt: Date | null;
  endpointAway: boolean;
  archived: boolean;
}

/** Does something with a run of the asker's, under its lock. */
function withRun(
  actor: Member<"admin">,
  id: string,
  act: (tx: Tx, run: Locked) => Promise<Moved>,
): Promise<Moved> {
  return db.$transaction(async (tx) => {
    const [run] = await tx.$queryRaw<Locked[]>`
      SELECT r."id", r."projectId", r."datasetId", r."state"::text AS "state", r."startedAt",
        e."archivedAt" IS NOT NULL AS "endpointAway", p."archivedAt" IS NOT NULL AS "archived"
      FROM "DraftRun" r JOIN "LlmEndpoint" e ON e."id" = r."endpointId" JOIN "Project" p ON p."id" = r."projectId"
      WHERE r."id" = ${id}::uuid AND ${memberOfSql(actor, Prisma.sql`r."projectId"`)} FOR UPDATE OF r`;
    return run ? act(tx, run) : null;
  });
}

function move(
  actor: Member<"admin">,
  id: string,
  from: RunState[],
  to: RunState,
  data: Prisma.DraftRunUpdateInput = {},
): Promise<Moved> {
  return withRun(actor, id, async (tx, run) => {
    if (!from.includes(run.state)) return refuse("run-state-changed");
    if (to === "running") {
      if (run.archived) return refuse("archived");
      if (run.endpointAway) return refuse("run-state-changed");
    }
    await tx.draftRun.update({
      where: { id },
      data: {
        state: to,
        pausedFor: null,
        ...(to === "running" && { startedAt: run.startedAt ?? new Date(), finishedAt: null }),
        ...(to === "cancelled" && { finishedAt: new Date() }),
        ...data,
      },
    });
    const action =
      to === "running" ? (run.startedAt ? "run.resumed" : "run.started") : (`run.${to}` as const);
    await audit(tx, actor, {
      action,
      projectId: run.projectId,
      subject: ["DraftRun", id],
      detail: { from: run.state },
    });
    if (to === "running") await enqueue(tx, draftResumeJob, {}, { key: draftResumeJob.name });
    else if (run.state === "running") await datasetGrew(tx, run.datasetId);
    if (to === "cancelled" && run.startedAt) await emitOfRun(tx, "run.stopped", id);
    return { id, state: to };
  });
}

export const startRun = (actor: Member<"admin">, id: string) => move(actor, id, ["draft"], "running");

/** No request begins after it; those under way are broken off within seconds, and nothing that was drafted is lost. */
export const pauseRun = (actor: Member<"admin">, id: string) => move(actor, id, ["running"], "paused");

/** Ends a run for good. What it drafted stays. */
export const cancelRun = (actor: Member<"admin">, id: string) =>
  move(actor, id, ["draft", "running", "paused", "paused_budget"], "cancelled");

export const resumeRun = (actor: Member<"admin">, id: string, { maxCalls, maxCostMicros }: ResumeBody) =>
  move(actor, id, ["paused", "paused_budget"], "running", {
    ...(maxCalls !== undefined && { maxCalls }),
    ...(maxCostMicros !== undefined && { maxCostMicros }),
  });

/** Has what failed done again, all of it or one kind. Answers that were read are kept; those that were not are asked anew. */
export function retryRun(actor: Member<"admin">, id: string, error?: string): Promise<Moved> {
  return withRun(actor, id, async (tx, run) => {
    if (run.archived) return refuse("archived");
    if (run.endpointAway || !["running", "paused", "done"].includes(run.state))
      return refuse("run-state-changed");
    const again = await tx.$executeRaw`
      UPDATE "DraftUnit" SET "state" = 'waiting', "error" = NULL, "returns" = 0, "notBefore" = NULL,
        "finishedAt" = NULL, "round" = "round" + 1
      WHERE "runId" = ${id}::uuid AND "state" = 'failed' AND (${error ?? null}::text IS NULL OR "error" = ${error ?? null})`;
    const state = again > 0 && run.state === "done" ? "running" : run.state;
    if (again > 0) {
      await tx.draftRun.update({
        where: { id },
        data: { state, ...(state === "running" && { finishedAt: null }) },
      });
      await audit(tx, actor, {
        action: "run.retried",
        projectId: run.projectId,
        subject: ["DraftRun", id],
        detail: { units: again, error: error ?? null },
      });
      await enqueue(tx, draftResumeJob, {}, { key: draftResumeJob.name });
    }
    return { id, state };
  });
}

/**
 * Publishes what a run drafts, or withdraws it. What is not published is shown and counted nowhere; what was shown to
 * somebody already, and what batches at work have of its rubrics, stays as it is. Asked for what is so, nothing happens.
 */
export function publishRun(
  actor: Member<"admin">,
  id: string,
  published: boolean,
): Promise<{ id: string; published: boolean } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const [run] = await tx.$queryRaw<(Locked & { published: boolean })[]>`
      SELECT r."id", r."projectId", r."datasetId", r."published", p."archivedAt" IS NOT NULL AS "archived"
      FROM "DraftRun" r JOIN "Project" p ON p."id" = r."projectId"
      WHERE r."id" = ${id}::uuid AND ${memberOfSql(actor, Prisma.sql`r."projectId"`)} FOR UPDATE OF r`;
    if (!run) return null;
    if (run.archived) return refuse("archived");
    if (run.published === published) return { id, published };
    await tx.draftRun.update({
      where: { id },
      data: { published, withdrawnAt: published ? null : new Date() },
    });
    await datasetGrew(tx, run.datasetId);
    await audit(tx, actor, {
      action: published ? "run.published" : "run.withdrawn",
      projectId: run.projectId,
      subject: ["DraftRun", id],
    });
    return { id, published };
  });
}

// ---------------------------------------------------------------- reading

export const runFields = {
  id: true,
  name: true,
  dataset: { select: { id: true, name: true } },
  endpoint: { select: { id: true, name: true, currency: true } },
  method: true,
  methodVersion: true,
  profile: true,
  params: true,
  selection: true,
  model: true,
  uncached: true,
  state: true,
  pausedFor: true,
  maxCalls: true,
  maxCostMicros: true,
  price: true,
  spentMicros: true,
  costMicros: true,
  createdAt: true,
  startedAt: true,
  finishedAt: true,
  published: true,
  withdrawnAt: true,
} satisfies Prisma.DraftRunSelect;

export type RunRow = Prisma.DraftRunGetPayload<{ select: typeof runFields }>;

export function runView(
  { endpoint, price, maxCostMicros, spentMicros, costMicros, ...row }: RunRow,
  units: RunView["units"],
): RunView {
  const { currency, ...named } = endpoint;
  return {
    ...row,
    endpoint: named,
    currency,
    priced: price !== null,
    profile: row.profile as OutputProfile,
    params: row.params as Record<string, unknown>,
    selection: row.selection as RunView["selection"],
    maxCostMicros: maxCostMicros === null ? null : Number(maxCostMicros),
    spentMicros: Number(spentMicros),
    costMicros: Number(costMicros),
    units,
  };
}

/** Units by state, for each run. */
export async function unitCounts(runs: readonly string[]): Promise<Map<string, RunView["units"]>> {
  const rows = await db.$queryRaw<({ runId: string } & RunView["units"])[]>`
    SELECT "runId", count(*)::int AS "all", count(*) FILTER (WHERE "state" = 'waiting')::int AS "waiting",
      count(*) FILTER (WHERE "state" = 'working')::int AS "working",
      count(*) FILTER (WHERE "state" = 'done')::int AS "done",
      count(*) FILTER (WHERE "state" = 'failed')::int AS "failed"
    FROM "DraftUnit" WHERE "runId" = ANY (${runs}::uuid[]) GROUP BY 1`;
  return new Map(rows.map(({ runId, ...units }) => [runId, units]));
}

export const NO_UNITS: RunView["units"] = { all: 0, waiting: 0, working: 0, done: 0, failed: 0 };

const RUNS_AT_ONCE = 200;

/** The project's runs, newest first. */
export async function listRuns(actor: Member<"researcher">, projectId: string): Promise<RunView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: {
      draftRuns: { orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: RUNS_AT_ONCE, select: runFields },
    },
  });
  if (!project) return null;
  const counts = await unitCounts(project.draftRuns.map(({ id }) => id));
  return project.draftRuns.map((run) => runView(run, counts.get(run.id) ?? NO_UNITS));
}
