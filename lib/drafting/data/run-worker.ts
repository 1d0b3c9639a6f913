import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { embed } from "@/lib/drafting/data/embed";
import { emitOfRun } from "@/lib/drafting/data/events";
import { callOnce } from "@/lib/drafting/data/llm-call";
import type { ModelConnection } from "@/lib/drafting/data/model-connection";
import { lineOf, type Open, openRun } from "@/lib/drafting/data/open-run";
import { pauseEndpoint, RateLimitStopped } from "@/lib/drafting/data/rate-limit";
import { type ClaimedUnit, endUnit, finishRun, finishUnit } from "@/lib/drafting/data/save-drafts";
import type { CallOwner } from "@/lib/drafting/data/stored-calls";
import { inputsOf } from "@/lib/drafting/data/subjects";
import { installationFence } from "@/lib/drafting/data/text-fence";
import { betterOf, isFinal, isFullyRead, runStages } from "@/lib/drafting/rules/run-method";
import type { CallPlan, ParsedCall } from "@/lib/drafting/schema";
import { storableJson } from "@/lib/formats/storable";
import { CallFailure } from "@/lib/llm/failure";
import type { Wire } from "@/lib/llm/http";
import { LONGEST_WAIT } from "@/lib/llm/retry";
import type { FailureKind } from "@/lib/llm/schema";
import { aboutError, log } from "@/lib/log";
import { Prisma } from "@/prisma/generated/client/client";

interface Options {
  signal?: AbortSignal | undefined;
  /** Number of units processed concurrently in this process. */
  lanes?: number;
  /** Time after which another worker may take a killed worker's unit, in seconds. */
  leaseSeconds?: number;
}

/** A unit in progress. */
interface Attempt {
  open: Open;
  stop: AbortController;
  ended: Promise<void>;
}

/** Broken or endless answers, which may be fine on a retry. */
const ALSO_TRANSIENT: ReadonlySet<FailureKind> = new Set(["bad-answer", "too-large"]);

/** Number of times a unit is returned because the endpoint failed, before it counts as failed. */
const MOST_RETURNS = 3;

/** Failures that an admin has to fix, because they would recur for every unit. */
const STOPS: ReadonlySet<FailureKind> = new Set(["unauthorised", "not-found", "refused-address", "redirect"]);

/**
 * Processes the units of all running runs until none is available: the rest is done, failed or postponed. Any
 * number of workers may do so concurrently, and each may be killed at any moment.
 */
export async function workOnDrafts({ signal, lanes = 24, leaseSeconds = 60 }: Options = {}): Promise<void> {
  const holder = randomUUID();
  const opened = new Map<string, Promise<Open | null>>();
  const wires = new Map<string, Wire>();
  const calls = new Set<string>();
  // A unit that was given back may be claimed again before its earlier attempt has ended.
  const inProgress = new Set<Attempt>();

  const beat = setInterval(
    () => void extendLeases().catch((error) => report("drafting-heartbeat", error)),
    1000,
  );
  let beaten = Date.now();
  async function extendLeases() {
    const running = await runningAmong([...new Set([...inProgress].map(({ open }) => open.id))]);
    for (const { open, stop } of inProgress) if (!running.has(open.id)) stop.abort();
    if (Date.now() - beaten < (leaseSeconds * 1000) / 3) return;
    beaten = Date.now();
    const until = Prisma.sql`now() + ${leaseSeconds} * interval '1 second'`;
    await db.$executeRaw`UPDATE "DraftUnit" SET "leaseUntil" = ${until} WHERE "holder" = ${holder}::uuid`;
    await db.$executeRaw`UPDATE "LlmCall" SET "leaseUntil" = ${until}
      WHERE "holder" = ${holder}::uuid AND "id" = ANY(${[...calls]}::uuid[])`;
  }

  function openOnce(runId: string): Promise<Open | null> {
    const known = opened.get(runId);
    if (known) return known;
    const made = openRun(runId, wires).then((found) =>
      typeof found === "string" ? pauseFor(runId, found) : found,
    );
    opened.set(runId, made);
    return made;
  }

  function begin(unit: ClaimedUnit, open: Open) {
    const stop = new AbortController();
    const asker: CallOwner = { unitId: unit.id, holder, leaseSeconds, signal: stop.signal, calls };
    const ended = workOn(unit, open, asker)
      .catch((error) => giveUp(unit, open, holder, error))
      .catch((error) => report("draft-unit-failed", error))
      .finally(() => inProgress.delete(attempt));
    const attempt: Attempt = { open, stop, ended };
    inProgress.add(attempt);
  }

  try {
    let turn = 0;
    while (!signal?.aborted) {
      // The state may be outdated for units that end during the query.
      const idle = inProgress.size === 0;
      const runs = await runsWithWork();
      for (const id of opened.keys()) if (!runs.some((run) => run.id === id)) opened.delete(id);
      // Each round begins with another run, so that none waits for another's end.
      for (const run of runs
        .map((_, i) => runs[(i + turn) % runs.length])
        .filter((run) => run !== undefined)) {
        if (run.over) {
          await finishRun(run.id);
          continue;
        }
        const open = await openOnce(run.id);
        if (!open) continue;
        const ofEndpoint = [...inProgress].filter((one) => one.open.endpointId === open.endpointId).length;
        const capacity = Math.min(lanes - inProgress.size, open.concurrency * 2 - ofEndpoint);
        if (capacity <= 0) continue;
        for (const unit of await takeUnits(
          run.id,
          holder,
          Math.min(capacity, lanesFor(runs.length, lanes)),
          leaseSeconds,
        )) {
          begin(unit, open);
        }
      }
      turn++;
      if (idle && inProgress.size === 0 && !runs.some(({ soon, over }) => soon || over)) break;
      const some = Promise.race([...inProgress].map(({ ended }) => ended));
      await Promise.race([some, pause(inProgress.size > 0 ? 500 : 250)]);
    }
  } finally {
    for (const { stop } of inProgress) stop.abort();
    await Promise.all([...inProgress].map(({ ended }) => ended));
    clearInterval(beat);
    await Promise.all([...wires.values()].map((wire) => wire.close()));
  }
}

function lanesFor(runs: number, lanes: number): number {
  return Math.max(1, Math.ceil(lanes / runs));
}

function report(event: string, error: unknown): void {
  log("error", event, aboutError(error));
}

// ---------------------------------------------------------------- what there is to do

interface Waiting {
  id: string;
  /** A unit can be taken within half a minute. */
  soon: boolean;
  /** No unit is left. */
  over: boolean;
}

function runsWithWork(): Promise<Waiting[]> {
  return db.$queryRaw<Waiting[]>`
    SELECT r."id",
      coalesce(e."brokenUntil" < now() + interval '30 seconds', TRUE) AND EXISTS (
        SELECT FROM "DraftUnit" u WHERE u."runId" = r."id" AND (
          u."state" = 'waiting' AND (u."notBefore" IS NULL OR u."notBefore" < now() + interval '30 seconds')
          OR u."state" = 'working' AND u."leaseUntil" < now())) AS "soon",
      NOT EXISTS (SELECT FROM "DraftUnit" u WHERE u."runId" = r."id" AND u."state" IN ('waiting', 'working')) AS "over"
    FROM "DraftRun" r JOIN "LlmEndpoint" e ON e."id" = r."endpointId"
    WHERE r."state" = 'running' ORDER BY r."startedAt", r."id"`;
}

/** True if any worker has something to do. */
export async function isWork(): Promise<boolean> {
  return (await runsWithWork()).some(({ soon, over }) => soon || over);
}

async function runningAmong(runs: string[]): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const found = await db.draftRun.findMany({
    where: { id: { in: runs }, state: "running" },
    select: { id: true },
  });
  return new Set(found.map(({ id }) => id));
}

/** Claims units that no worker holds, or whose worker has died. */
function takeUnits(
  runId: string,
  holder: string,
  most: number,
  leaseSeconds: number,
): Promise<ClaimedUnit[]> {
  return db.$queryRaw<ClaimedUnit[]>`
    UPDATE "DraftUnit" AS u SET "state" = 'working', "holder" = ${holder}::uuid,
      "leaseUntil" = now() + ${leaseSeconds} * interval '1 second'
    WHERE u."id" IN (
      SELECT w."id" FROM "DraftUnit" w
      JOIN "DraftRun" r ON r."id" = w."runId" JOIN "LlmEndpoint" e ON e."id" = r."endpointId"
      WHERE w."runId" = ${runId}::uuid AND r."state" = 'running'
        AND (e."brokenUntil" IS NULL OR e."brokenUntil" < now())
        AND (w."state" = 'waiting' AND (w."notBefore" IS NULL OR w."notBefore" <= now())
          OR w."state" = 'working' AND w."leaseUntil" < now())
      ORDER BY w."position" LIMIT ${most} FOR UPDATE OF w SKIP LOCKED)
    RETURNING u."id", u."runId", u."position", u."round", u."returns", u."taskId", u."responseId", u."responseBId",
      u."rubricVersionId"`;
}

async function pauseFor(id: string, why: string): Promise<null> {
  const overBudget = why === "max-calls" || why.endsWith("-budget");
  await db.$transaction(async (tx) => {
    const paused = await tx.draftRun.updateManyAndReturn({
      where: { id, state: "running" },
      data: { state: overBudget ? "paused_budget" : "paused", pausedFor: why },
      select: { datasetId: true },
    });
    for (const { datasetId } of paused) {
      await datasetGrew(tx, datasetId);
      await emitOfRun(tx, "run.stopped", id);
    }
  });
  return null;
}

// ---------------------------------------------------------------- one unit

async function workOn(unit: ClaimedUnit, open: Open, asker: CallOwner): Promise<void> {
  const { method, line } = open;
  const [input] = await inputsOf([unit], method, open.selection);
  if (!input) throw new Error("a unit has no input");
  const drafted = await runStages(method, input, open.params, installationFence(), {
    ask: (plan) => requestUntilParsed(unit, plan, open, asker),
    embed: (texts) => pausingEndpoint(line, () => embed(line, texts, asker.signal)),
  });
  const { projectId, model } = line;
  const { datasetId, methodVersion, params, profile } = open;
  await finishUnit(
    unit,
    asker.holder,
    {
      projectId,
      datasetId,
      method: method.id,
      methodVersion,
      params: method.condition?.(params) ?? params,
      profile,
      model,
    },
    input,
    drafted,
  );
}

/**
 * One planned call, repeated while its answer cannot be parsed; a retry by an admin allows as many attempts
 * again: round n of a unit, from 0, has the attempts from n × (1 + retries) on.
 */
async function requestUntilParsed(
  unit: ClaimedUnit,
  plan: CallPlan,
  open: Open,
  asker: CallOwner,
): Promise<ParsedCall> {
  const each = 1 + open.method.retries;
  const before = each * unit.round;
  let kept: ParsedCall | null = null;
  let asPlanned = false;
  for (let attempt = 0; ; attempt++) {
    const answer = await pausingEndpoint(lineOf(open, plan), (line) =>
      callOnce(line, plan, { attempt, asPlanned }, asker),
    );
    const outcome = plan.read(answer);
    const read = outcome.ok
      ? {
          parseCode: outcome.lacking ?? null,
          parsed: storableJson(outcome.value ?? null) as never,
          flags: outcome.flags,
        }
      : { parseCode: outcome.code, flags: [] };
    const key = { unitId: unit.id, planKey: plan.key, attempt };
    const used = { callId: answer.callId, item: plan.item ?? null, cached: answer.cached, ...read };
    await db.draftUnitCall.upsert({
      where: { unitId_planKey_attempt: key },
      create: { ...key, ...used },
      // A unit resumed after its worker was killed: the call was paid for then.
      update: { callId: used.callId, parseCode: used.parseCode },
    });
    kept = betterOf(kept, { plan, text: answer.text, outcome });
    if (isFullyRead(outcome) || attempt + 1 >= before + each) return kept;
    if (isFinal(outcome)) {
      if (attempt >= before) return kept;
      // That round ended with this attempt. The next one began with its own first attempt, which may have its answer.
      attempt = (Math.floor(attempt / each) + 1) * each - 1;
    }
    asPlanned = !outcome.ok && outcome.code === "prompt_cut";
  }
}

/** Makes a request; the endpoint is left alone as long as it asks for, if that is long. */
async function pausingEndpoint<T>(
  line: ModelConnection,
  request: (line: ModelConnection) => Promise<T>,
): Promise<T> {
  try {
    return await request(line);
  } catch (error) {
    const wait = error instanceof CallFailure ? (error.waitMilliseconds ?? 0) : 0;
    if (wait > LONGEST_WAIT) await pauseEndpoint(line.endpointId, wait);
    throw error;
  }
}

/** Decides what becomes of an unfinished unit and its run. */
async function giveUp(unit: ClaimedUnit, open: Open, holder: string, error: unknown): Promise<void> {
  const back = (notBefore: Date | null, returns = unit.returns) =>
    endUnit(unit.id, holder, { state: "waiting", notBefore, returns });

  if (error instanceof RateLimitStopped) {
    await back(error.until);
    if (error.reason !== "stopped" && error.reason !== "broken") await pauseFor(open.id, error.reason);
    return;
  }
  if (!(error instanceof CallFailure)) {
    report("draft-unit-failed", error);
    await endUnit(unit.id, holder, { state: "failed", error: "unexpected" });
    return;
  }
  if (error.kind === "cancelled") {
    await back(null);
    return;
  }
  if (STOPS.has(error.kind)) {
    await back(null);
    await pauseFor(open.id, error.kind);
    return;
  }
  const wait = error.waitMilliseconds ?? 0;
  if (wait > LONGEST_WAIT) {
    await back(new Date(Date.now() + wait));
    return;
  }
  if ((error.transient || ALSO_TRANSIENT.has(error.kind)) && unit.returns + 1 < MOST_RETURNS) {
    await back(new Date(Date.now() + 5000 * 2 ** unit.returns), unit.returns + 1);
    return;
  }
  await endUnit(unit.id, holder, { state: "failed", error: error.kind });
}
