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

/** Maximum number of concurrent deliveries. */
const AT_ONCE = 16;

/** An attempt without a result has ended by then: its worker has died. */
const LEASE = 2 * ATTEMPT_TIMEOUT_MS;

/** Later deliveries are found by the periodic job. */
const SOON = 60_000;

interface Attempt {
  id: string;
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
 * Sends due deliveries, one at a time to each webhook, until none is left. Safe with any number of workers:
 * each takes what no other holds. An attempt is recorded before it is made, so an attempt of a dead worker is
 * repeated.
 */
export async function deliverDue({ signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
  while (!signal?.aborted) {
    const due = await takeDue();
    if (due.length === 0) break;
    await Promise.all(due.map(async (attempt) => recordOutcome(attempt, await send(attempt, signal))));
  }
  await wakeWhenDue();
}

/** Takes the first due delivery of up to sixteen webhooks. */
function takeDue(): Promise<Attempt[]> {
  return db.$queryRaw<Attempt[]>`
    UPDATE "WebhookDelivery" d SET "attempts" = d."attempts" + 1, "triedAt" = clock_timestamp(),
      "nextAt" = clock_timestamp() + ${LEASE}::int * interval '1 ms'
    FROM (
      SELECT "id" FROM "WebhookDelivery"
      WHERE "state" = 'waiting' AND "nextAt" <= clock_timestamp() AND "id" IN (
        SELECT DISTINCT ON (w."id") first."id" FROM "WebhookDelivery" first
        JOIN "Webhook" w ON w."id" = first."webhookId" AND w."pausedAt" IS NULL AND w."disabledAt" IS NULL
        WHERE first."state" = 'waiting' AND first."nextAt" <= clock_timestamp()
        ORDER BY w."id", first."nextAt", first."id")
      ORDER BY "nextAt" LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) taken, "Webhook" w
    WHERE d."id" = taken."id" AND w."id" = d."webhookId"
    RETURNING d."id", d."webhookId", d."body", d."attempts", w."url", w."keySealed", w."keyId"`;
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

/** Stores the result of an attempt, and updates the delivery and its webhook. */
function recordOutcome({ id, webhookId, attempts }: Attempt, outcome: Outcome): Promise<void> {
  const status = "status" in outcome ? outcome.status : null;
  const error = "error" in outcome ? outcome.error : null;
  return db.$transaction(async (tx) => {
    // Lock order: the webhook before its deliveries.
    const [webhook] = await tx.$queryRaw<
      { projectId: string; failingFor: number | null; waited: number; now: Date; off: boolean }[]
    >`
      SELECT w."projectId", w."disabledAt" IS NOT NULL AS "off", clock_timestamp() AS "now",
        (extract(epoch FROM clock_timestamp() - w."failingSince") * 1000)::float8 AS "failingFor",
        (SELECT (extract(epoch FROM clock_timestamp() - d."since") * 1000)::float8
          FROM "WebhookDelivery" d WHERE d."id" = ${id}::uuid) AS "waited"
      FROM "Webhook" w WHERE w."id" = ${webhookId}::uuid FOR NO KEY UPDATE OF w`;
    if (!webhook) return; // Removed meanwhile, with its deliveries.
    if (status !== null && isAccepted(status)) {
      await end(tx, id, "delivered", { status, error });
      await tx.webhook.update({ where: { id: webhookId }, data: { failingSince: null } });
      return;
    }
    if (error === "cancelled") {
      // The worker is being stopped: neither a failure nor an attempt.
      await tx.webhookDelivery.updateMany({
        where: { id, state: "waiting" },
        data: { error, status, nextAt: webhook.now, attempts: { decrement: 1 } },
      });
      return;
    }
    const pause = status === GONE_STATUS ? null : pauseAfter(attempts, webhook.waited, Math.random());
    if (pause === null) await end(tx, id, "failed", { status, error });
    else {
      await tx.webhookDelivery.updateMany({
        where: { id, state: "waiting" },
        data: { status, error, nextAt: new Date(webhook.now.getTime() + pause) },
      });
    }
    const dead = status === GONE_STATUS || (pause === null && (webhook.failingFor ?? 0) >= DISABLE_AFTER_MS);
    await tx.webhook.update({
      where: { id: webhookId },
      data: {
        ...(webhook.failingFor === null && { failingSince: webhook.now }),
        ...(dead && { disabledAt: webhook.now }),
      },
    });
    if (!dead || webhook.off) return;
    await audit(tx, null, {
      action: "webhook.switched-off",
      projectId: webhook.projectId,
      subject: ["Webhook", webhookId],
      detail: { status, error },
    });
  });
}

async function end(
  tx: Tx,
  id: string,
  state: "delivered" | "failed",
  came: { status: number | null; error: DeliveryError | null },
): Promise<void> {
  await tx.webhookDelivery.updateMany({
    where: { id, state: "waiting" },
    data: { state, nextAt: null, ...came },
  });
}

/** Wakes a worker for deliveries due within a minute; later ones are found by the periodic job. */
async function wakeWhenDue(): Promise<void> {
  const next = await db.webhookDelivery.findFirst({
    where: {
      state: "waiting",
      nextAt: { lt: new Date(Date.now() + SOON) },
      webhook: { pausedAt: null, disabledAt: null },
    },
    orderBy: { nextAt: "asc" },
    select: { nextAt: true },
  });
  const at = next?.nextAt;
  if (at) await db.$transaction((tx) => wakeWorker(tx, at));
}

/** Wakes a worker when deliveries are due, as after one was killed, and deletes old ones. */
export async function resumeDeliveries(): Promise<void> {
  await db.webhookDelivery.deleteMany({
    where: { state: { not: "waiting" }, createdAt: { lt: new Date(Date.now() - DELIVERY_RETENTION) } },
  });
  await wakeWhenDue();
}
