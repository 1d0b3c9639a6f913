import "server-only";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { wakeWorker } from "@/lib/events/emit";
import { openWire, WireError } from "@/lib/llm/http";
import { unseal } from "@/lib/secrets/seal";
import { VERSION } from "@/lib/version";
import { PURPOSE } from "@/lib/webhook/data/webhooks";
import {
  ATTEMPT_TIMEOUT_MS,
  DELIVERY_RETENTION,
  DISABLE_AFTER_MS,
  GONE_STATUS,
  isAccepted,
  pauseAfter,
} from "@/lib/webhook/rules";
import type { DeliveryError } from "@/lib/webhook/schema";
import { signedHeaders } from "@/lib/webhook/signing";
import { Prisma } from "@/prisma/generated/client/client";

/** Maximum number of concurrent deliveries. */
const AT_ONCE = 16;

/** An attempt without a result has ended by then: its worker has died. */
const LEASE = 2 * ATTEMPT_TIMEOUT_MS;

/** SQL: an attempt at delivery `d` has begun, and neither ended nor outlived its lease. */
const IS_UNDER_WAY = Prisma.sql`(d."attemptId" IS NOT NULL AND d."nextAt" > clock_timestamp())`;

/** Later deliveries are found by the periodic job. */
const SOON = 60_000;

/** A due delivery that was not taken is locked by another transaction: without a pause the job would repeat until it is free. */
const PAUSE = 1_000;

interface Attempt {
  /** Id of the delivery. */
  id: string;
  attemptId: string;
  webhookId: string;
  body: string;
  attempts: number;
  url: string;
  keySealed: Uint8Array<ArrayBuffer>;
  keyId: string;
}

/** The result of an attempt: the status of a response, or why there was none. */
type Outcome = { status: number } | { error: DeliveryError };

/**
 * Sends due deliveries until none is left, one at a time to each webhook, whichever of several workers sends
 * it. An attempt is recorded before it is made, so an attempt of a dead worker is repeated.
 */
export async function deliverDue({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
  while (!signal?.aborted) {
    const due = await takeDue();
    if (due.length === 0) break;
    await Promise.all(due.map(async (attempt) => recordOutcome(attempt, await send(attempt, signal))));
  }
  await wakeWhenDue();
}

/** Takes the first due delivery of up to sixteen webhooks to which no attempt is under way. */
function takeDue(): Promise<Attempt[]> {
  return db.$transaction(async (tx) => {
    // Lock order: the webhook before its deliveries.
    const free = await tx.$queryRaw<{ id: string }[]>`
      SELECT w."id" FROM "Webhook" w JOIN LATERAL (
        SELECT min(d."nextAt") AS "at", bool_or(${IS_UNDER_WAY}) AS "busy" FROM "WebhookDelivery" d
        WHERE d."webhookId" = w."id" AND d."state" = 'waiting') first ON true
      WHERE w."pausedAt" IS NULL AND w."disabledAt" IS NULL
        AND first."at" <= clock_timestamp() AND NOT first."busy"
      ORDER BY first."at" LIMIT ${AT_ONCE} FOR NO KEY UPDATE OF w SKIP LOCKED`;
    if (free.length === 0) return [];
    // A statement of its own: it sees what another worker took before the locks were had.
    return tx.$queryRaw<Attempt[]>`
      UPDATE "WebhookDelivery" d SET "attempts" = d."attempts" + 1, "attemptId" = gen_random_uuid(),
        "triedAt" = clock_timestamp(), "nextAt" = clock_timestamp() + ${LEASE}::int * interval '1 ms'
      FROM "Webhook" w CROSS JOIN LATERAL (
        SELECT due."id" FROM "WebhookDelivery" due
        WHERE due."webhookId" = w."id" AND due."state" = 'waiting' AND due."nextAt" <= clock_timestamp()
          AND NOT EXISTS (SELECT 1 FROM "WebhookDelivery" d
            WHERE d."webhookId" = w."id" AND d."state" = 'waiting' AND ${IS_UNDER_WAY})
        ORDER BY due."nextAt", due."id" LIMIT 1 FOR UPDATE SKIP LOCKED) first
      WHERE w."id" = ANY (${free.map(({ id }) => id)}::uuid[]) AND d."id" = first."id"
      RETURNING d."id", d."attemptId", d."webhookId", d."body", d."attempts", w."url", w."keySealed", w."keyId"`;
  });
}

async function send(attempt: Attempt, signal: AbortSignal | undefined): Promise<Outcome> {
  const { id, webhookId, url, body, keySealed, keyId } = attempt;
  const secret = unseal({ keySealed, keyId }, { endpoint: webhookId, origin: new URL(url).origin });
  if (secret === null) return { error: "secret-unreadable" };
  const allowed = env().WEBHOOK_ALLOWED_ORIGINS;
  const wire = openWire({
    base: url,
    allowed,
    timeout: ATTEMPT_TIMEOUT_MS,
    purpose: PURPOSE,
    statusOnly: true,
  });
  try {
    const headers = {
      "content-type": "application/json",
      "user-agent": `Countersign/${VERSION}`,
      ...signedHeaders(secret, id, body, new Date()),
    };
    const { status } = await wire.fetch(url, { method: "POST", headers, body, signal: signal ?? null });
    return { status };
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return { error: error.kind };
  } finally {
    await wire.close();
  }
}

/** Stores the result of an attempt, and updates its delivery and webhook. */
function recordOutcome({ id, attemptId, webhookId }: Attempt, outcome: Outcome): Promise<void> {
  const status = "status" in outcome ? outcome.status : null;
  const error = "error" in outcome ? outcome.error : null;
  return db.$transaction(async (tx) => {
    const found = await lockAttempt(tx, { id, attemptId, webhookId });
    if (!found) return;
    const end = (data: Prisma.WebhookDeliveryUpdateInput) =>
      tx.webhookDelivery.update({ where: { id }, data: { ...data, attemptId: null, status, error } });
    if (status !== null && isAccepted(status)) {
      await end({ state: "delivered", nextAt: null });
      await tx.webhook.update({ where: { id: webhookId }, data: { failingSince: null } });
      return;
    }
    if (error === "cancelled") {
      // The worker is being stopped: neither a failure nor an attempt.
      await end({ nextAt: found.now, attempts: { decrement: 1 } });
      return;
    }
    const pause = status === GONE_STATUS ? null : pauseAfter(found.attempts, found.waited, Math.random());
    await end(
      pause === null ? { state: "failed", nextAt: null } : { nextAt: new Date(found.now.getTime() + pause) },
    );
    const dead = status === GONE_STATUS || (pause === null && (found.failingFor ?? 0) >= DISABLE_AFTER_MS);
    await tx.webhook.update({
      where: { id: webhookId },
      data: {
        ...(found.failingFor === null && { failingSince: found.now }),
        ...(dead && { disabledAt: found.now }),
      },
    });
    if (!dead || found.off) return;
    await audit(tx, null, {
      action: "webhook.switched-off",
      projectId: found.projectId,
      subject: ["Webhook", webhookId],
      detail: { status, error },
    });
  });
}

/** A webhook and the delivery of an attempt, under the webhook's lock. Times are milliseconds. */
interface LockedAttempt {
  projectId: string;
  failingFor: number | null;
  off: boolean;
  /** Since the delivery was created or requested again, and the attempts since. */
  waited: number;
  attempts: number;
  now: Date;
}

/** Null if the webhook was removed, or the attempt outlived its lease and the delivery was taken again. */
async function lockAttempt(
  tx: Tx,
  { id, attemptId, webhookId }: Pick<Attempt, "id" | "attemptId" | "webhookId">,
): Promise<LockedAttempt | null> {
  // Lock order: the webhook before its deliveries. Read by a statement of its own, which sees what the lock waited for.
  await tx.$queryRaw`SELECT 1 FROM "Webhook" WHERE "id" = ${webhookId}::uuid FOR NO KEY UPDATE`;
  const [found] = await tx.$queryRaw<LockedAttempt[]>`
    SELECT w."projectId", w."disabledAt" IS NOT NULL AS "off", clock_timestamp() AS "now", d."attempts",
      (extract(epoch FROM clock_timestamp() - w."failingSince") * 1000)::float8 AS "failingFor",
      (extract(epoch FROM clock_timestamp() - d."since") * 1000)::float8 AS "waited"
    FROM "WebhookDelivery" d JOIN "Webhook" w ON w."id" = d."webhookId"
    WHERE d."id" = ${id}::uuid AND d."attemptId" = ${attemptId}::uuid`;
  return found ?? null;
}

/** Wakes a worker for deliveries due within a minute; later ones are found by the periodic job. */
async function wakeWhenDue(): Promise<void> {
  // Deliveries behind an attempt that is under way wait for its end, or for that of its lease.
  const [next] = await db.$queryRaw<{ at: Date }[]>`
    SELECT greatest(min("at"), clock_timestamp() + ${PAUSE}::int * interval '1 ms') AS "at" FROM (
      SELECT coalesce(max(d."nextAt") FILTER (WHERE ${IS_UNDER_WAY}), min(d."nextAt")) AS "at"
      FROM "WebhookDelivery" d JOIN "Webhook" w ON w."id" = d."webhookId"
      WHERE d."state" = 'waiting' AND w."pausedAt" IS NULL AND w."disabledAt" IS NULL
      GROUP BY w."id") webhooks
    WHERE "at" < clock_timestamp() + ${SOON}::int * interval '1 ms'
    HAVING count(*) > 0`;
  if (next) await db.$transaction((tx) => wakeWorker(tx, next.at));
}

/** Wakes a worker when deliveries are due, as after one was killed, and deletes old ones. */
export async function resumeDeliveries(): Promise<void> {
  await db.webhookDelivery.deleteMany({
    where: { state: { not: "waiting" }, createdAt: { lt: new Date(Date.now() - DELIVERY_RETENTION) } },
  });
  await wakeWhenDue();
}
