import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { db, type Tx } from "@/lib/database/db";
import type { HttpAttempt } from "@/lib/llm/schema";
import { aboutError, log } from "@/lib/log";
import { Prisma } from "@/prisma/generated/client/client";

/** No request may be made until an admin or time has changed something. */
export class RateLimitStopped extends Error {
  override name = "RateLimitStopped";
  constructor(
    readonly reason: "stopped" | "max-calls" | "run-budget" | "endpoint-budget" | "broken",
    /** When a retry makes sense. */
    readonly until: Date | null = null,
  ) {
    super(`no request may begin: ${reason}`);
  }
}

export interface PermitRequest {
  endpointId: string;
  /** Null for a connection test. */
  runId: string | null;
  /** The maximum of one request: tokens, and cost in millionths (0 when the price is unknown). */
  tokens: number;
  micros: number;
}

/** Consecutive failures after which an endpoint is paused. */
const BREAKS_AFTER = 20;
const BROKEN_SECONDS = 30;
/** Consecutive successes after which concurrency grows by one. */
const GROWS_AFTER = 20;

/** Permits count slightly longer than ten seconds, for the delay until the request is sent. */
const SLACK = 500;
const MOST_SLACK = 250;

/**
 * Requests per window such that the rate holds over any ten seconds (below six a minute: over the time of one
 * request), not only on average.
 */
function windowOf(requestsPerMinute: number): { most: number; milliseconds: number } {
  return requestsPerMinute >= 6
    ? { most: Math.floor(requestsPerMinute / 6), milliseconds: 10_000 }
    : { most: 1, milliseconds: Math.ceil(60_000 / requestsPerMinute) };
}

/** Permit requests per endpoint are queued within this process; more would only wait for its row lock. */
const queues = new Map<string, Promise<void>>();

async function inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve();
  let done = () => {};
  const mine = new Promise<void>((resolve) => {
    done = resolve;
  });
  const last = before.then(() => mine);
  queues.set(key, last);
  await before;
  try {
    return await act();
  } finally {
    done();
    if (queues.get(key) === last) queues.delete(key);
  }
}

interface RateLimitPermit {
  id: string;
  /** Ends the permit; its result adjusts the endpoint's concurrency. */
  end: (attempt: HttpAttempt) => Promise<void>;
}

/**
 * Waits for permission to make one request: the endpoint's rate, tokens and concurrency, and the call and
 * cost limits of run and endpoint. Decided under the endpoint's row lock, so that all workers share the
 * limits. Reserves the request's maximum cost; `recordCost` returns what was not spent. Throws
 * `RateLimitStopped`.
 */
export async function acquirePermit(wanted: PermitRequest, signal?: AbortSignal): Promise<RateLimitPermit> {
  return inTurn(wanted.endpointId, async () => {
    for (;;) {
      if (signal?.aborted) throw new RateLimitStopped("stopped");
      const answer = await db.$transaction((tx) => requestPermit(tx, wanted));
      if ("id" in answer) {
        const { id, granted } = answer;
        if (performance.now() - granted <= MOST_SLACK) {
          const renewal = keepAlive(id);
          return {
            id,
            end: (attempt) => {
              clearInterval(renewal);
              return end(id, wanted, attempt);
            },
          };
        }
        // This process was suspended: others may have used the same ten seconds by now.
        await giveBack(id, wanted);
        continue;
      }
      await pause(Math.min(answer.wait, 1000), undefined, { signal }).catch(() => {});
    }
  });
}

/** Seconds after which a permit that is not renewed counts as ended: its worker has died. */
const PERMIT_SECONDS = 70;

/** Renews a permit while its request is under way, however long the endpoint may take. */
function keepAlive(id: string): NodeJS.Timeout {
  const renew = () =>
    db.$executeRaw`
      UPDATE "LlmPermit" SET "until" = clock_timestamp() + ${PERMIT_SECONDS} * interval '1 second'
      WHERE "id" = ${id}::uuid AND "endedAt" IS NULL`.catch((error) =>
      log("error", "permit-renewal", aboutError(error)),
    );
  return setInterval(() => void renew(), (PERMIT_SECONDS * 1000) / 3).unref();
}

interface State {
  requestsPerMinute: number;
  tokensPerMinute: number | null;
  bearable: number;
  failuresInRow: number;
  budgetMicros: bigint | null;
  spentMicros: bigint;
  brokenUntil: Date | null;
  broken: boolean;
  runState: string | null;
  requests: number | null;
  maxCalls: number | null;
  runSpent: bigint | null;
  runMost: bigint | null;
}

async function requestPermit(
  tx: Tx,
  { endpointId, runId, tokens, micros }: PermitRequest,
): Promise<{ id: string; granted: number } | { wait: number }> {
  // Lock order: runs before endpoints.
  const run = runId
    ? await tx.$queryRaw<Pick<State, "runState" | "requests" | "maxCalls" | "runSpent" | "runMost">[]>`
        SELECT "state"::text AS "runState", "requests", "maxCalls", "spentMicros" AS "runSpent",
          "maxCostMicros" AS "runMost"
        FROM "DraftRun" WHERE "id" = ${runId}::uuid FOR NO KEY UPDATE`
    : [];
  const [endpoint] = await tx.$queryRaw<
    Omit<State, "runState" | "requests" | "maxCalls" | "runSpent" | "runMost">[]
  >`
    SELECT "requestsPerMinute", "tokensPerMinute", "bearable", "failuresInRow", "budgetMicros", "spentMicros",
      "brokenUntil", coalesce("brokenUntil" > clock_timestamp(), FALSE) AS "broken"
    FROM "LlmEndpoint" WHERE "id" = ${endpointId}::uuid AND "archivedAt" IS NULL FOR NO KEY UPDATE`;
  const [own] = run;
  if (!endpoint || (runId && own?.runState !== "running")) throw new RateLimitStopped("stopped");
  if (endpoint.broken && runId) throw new RateLimitStopped("broken", endpoint.brokenUntil);

  const window = windowOf(endpoint.requestsPerMinute);
  const span = window.milliseconds + SLACK;
  const [used] = await tx.$queryRaw<
    { underWay: number; recent: number; frees: number | null; tokens: number }[]
  >`
    SELECT count(*) FILTER (WHERE "endedAt" IS NULL AND "until" > clock_timestamp())::int AS "underWay",
      count(*) FILTER (WHERE "at" > clock_timestamp() - ${span}::int * interval '1 ms')::int AS "recent",
      (extract(epoch FROM min("at") FILTER (WHERE "at" > clock_timestamp() - ${span}::int * interval '1 ms')
        - clock_timestamp()) * 1000 + ${span}::int)::float8 AS "frees",
      coalesce(sum("tokens") FILTER (WHERE "at" > clock_timestamp() - interval '1 minute'), 0)::float8 AS "tokens"
    FROM "LlmPermit" WHERE "endpointId" = ${endpointId}::uuid
      AND ("at" > clock_timestamp() - greatest(interval '130 seconds', ${span}::int * interval '1 ms')
        OR "endedAt" IS NULL AND "until" > clock_timestamp())`;
  const {
    underWay,
    recent,
    frees,
    tokens: lately,
  } = used ?? { underWay: 0, recent: 0, frees: null, tokens: 0 };

  // After consecutive failures, single requests test whether the endpoint works again.
  const bearable = endpoint.failuresInRow >= BREAKS_AFTER ? 1 : endpoint.bearable;
  if (underWay >= bearable) return { wait: 20 };
  if (recent >= window.most) return { wait: Math.max(5, frees ?? 5) };
  const { tokensPerMinute } = endpoint;
  if (tokensPerMinute !== null && lately > 0 && lately + tokens > tokensPerMinute) return { wait: 500 };

  const over = overBudget(endpoint, own, micros);
  // Requests under way may cost less than reserved, which frees budget.
  if (over && underWay > 0) return { wait: 50 };
  if (over) throw new RateLimitStopped(over);

  const granted = performance.now();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    WITH "spent" AS (
      UPDATE "LlmEndpoint" SET "spentMicros" = "spentMicros" + ${micros}::bigint
      WHERE "id" = ${endpointId}::uuid AND ${micros}::bigint > 0
    ), "counted" AS (
      UPDATE "DraftRun" SET "requests" = "requests" + 1, "spentMicros" = "spentMicros" + ${micros}::bigint
      WHERE "id" = ${runId}::uuid
    )
    INSERT INTO "LlmPermit" ("id", "endpointId", "runId", "at", "until", "tokens")
    VALUES (gen_random_uuid(), ${endpointId}::uuid, ${runId}::uuid, clock_timestamp(),
      clock_timestamp() + ${PERMIT_SECONDS} * interval '1 second', ${tokens}::int)
    RETURNING "id"`;
  return { id: rows[0]?.id ?? "", granted };
}

type Over = "max-calls" | "run-budget" | "endpoint-budget";

function overBudget(
  { budgetMicros, spentMicros }: Pick<State, "budgetMicros" | "spentMicros">,
  run: Pick<State, "requests" | "maxCalls" | "runSpent" | "runMost"> | undefined,
  micros: number,
): Over | null {
  if (budgetMicros !== null && spentMicros + BigInt(micros) > budgetMicros) return "endpoint-budget";
  if (!run) return null;
  if (run.maxCalls !== null && (run.requests ?? 0) >= run.maxCalls) return "max-calls";
  if (run.runMost !== null && (run.runSpent ?? 0n) + BigInt(micros) > run.runMost) return "run-budget";
  return null;
}

/** Returns an unused permit with everything it reserved. */
async function giveBack(id: string, wanted: PermitRequest): Promise<void> {
  await recordCost(wanted, 0);
  await db.$executeRaw`
    WITH "gone" AS (DELETE FROM "LlmPermit" WHERE "id" = ${id}::uuid RETURNING "runId")
    UPDATE "DraftRun" SET "requests" = "requests" - 1 WHERE "id" = (SELECT "runId" FROM "gone")`;
}

/** Ends a permit. A refused request costs nothing; a lost one may have cost all that was reserved. */
async function end(id: string, wanted: PermitRequest, attempt: HttpAttempt): Promise<void> {
  const { endpointId } = wanted;
  const refused = attempt.status !== undefined && attempt.status >= 400;
  if (refused || attempt.failure === "refused-address") await recordCost(wanted, 0);
  const tooMany = attempt.status === 429;
  const ok = attempt.status === 200 && attempt.failure === undefined;
  const failed =
    !ok &&
    attempt.failure !== "cancelled" &&
    (attempt.status === undefined ||
      attempt.status === 200 ||
      attempt.status >= 429 ||
      attempt.status === 408);
  await db.$transaction([
    db.$executeRaw`UPDATE "LlmPermit" SET "endedAt" = clock_timestamp() WHERE "id" = ${id}::uuid`,
    ok
      ? db.$executeRaw`
          UPDATE "LlmEndpoint" SET "failuresInRow" = 0,
            "successesInRow" = CASE WHEN "successesInRow" + 1 >= ${GROWS_AFTER} THEN 0 ELSE "successesInRow" + 1 END,
            "bearable" = CASE WHEN "successesInRow" + 1 >= ${GROWS_AFTER}
              THEN least("concurrency", "bearable" + 1) ELSE "bearable" END
          WHERE "id" = ${endpointId}::uuid`
      : db.$executeRaw`
          UPDATE "LlmEndpoint" SET
            "successesInRow" = 0,
            "bearable" = CASE WHEN ${tooMany} THEN greatest(1, "bearable" / 2) ELSE "bearable" END,
            "failuresInRow" = "failuresInRow" + ${failed ? 1 : 0},
            "brokenUntil" = CASE WHEN "failuresInRow" + ${failed ? 1 : 0} >= ${BREAKS_AFTER} AND ${failed}
              THEN clock_timestamp() + ${BROKEN_SECONDS} * interval '1 second' ELSE "brokenUntil" END
          WHERE "id" = ${endpointId}::uuid`,
  ]);
}

/** Records the actual cost of a request: `micros` of what was reserved. */
export async function recordCost(
  { endpointId, runId, micros: aside }: PermitRequest,
  micros: number,
): Promise<void> {
  if (aside === 0 && micros === 0) return;
  await db.$executeRaw`
    WITH "run" AS (
      UPDATE "DraftRun" SET "spentMicros" = "spentMicros" + ${micros - aside}::bigint,
        "costMicros" = "costMicros" + ${micros}::bigint
      WHERE "id" = ${runId}::uuid RETURNING 1
    )
    UPDATE "LlmEndpoint" SET "spentMicros" = "spentMicros" + ${micros - aside}::bigint
    WHERE "id" = ${endpointId}::uuid AND (SELECT count(*) FROM "run") >= 0`;
}

/** Pauses an endpoint for all workers, at its own request. */
export async function pauseEndpoint(endpointId: string, milliseconds: number): Promise<void> {
  await db.$executeRaw`
    UPDATE "LlmEndpoint" SET "brokenUntil" = greatest("brokenUntil",
      clock_timestamp() + ${Math.ceil(milliseconds)}::float8 * interval '1 ms')
    WHERE "id" = ${endpointId}::uuid`;
}

/** Deletes permits that have expired. */
export async function deleteExpiredPermits(): Promise<void> {
  await db.$executeRaw(Prisma.sql`
    DELETE FROM "LlmPermit" WHERE "at" < now() - interval '10 minutes'
      AND ("endedAt" IS NOT NULL OR "until" < now())`);
}
