import "server-only";
import type { Tx } from "@/lib/database/db";
import type { EventName, EventPayload } from "@/lib/events/schema";
import { deliverEventsJob } from "@/lib/events/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

/** The record that an event is about. */
interface EventSubject {
  table: "Batch" | "DraftRun";
  id: string;
  /** The id of the part of the record that the event is about, by which it can be retracted. */
  part?: string;
}

/** The data of an event with this name. */
type DataOf<Name extends EventName, Payload = EventPayload> = Payload extends {
  type: infer Names;
  data: infer Data;
}
  ? Name extends Names
    ? Data
    : never
  : never;

/**
 * Emits an event in the caller's transaction: if it commits, the event is delivered to the project's
 * webhooks, after `delay` milliseconds or at once. `payloadOf` is called only if a webhook listens, with the
 * project's id; it returns null when nothing has happened after all.
 */
export async function emit<Name extends EventName>(
  tx: Tx,
  name: Name,
  subject: EventSubject,
  payloadOf: (projectId: string) => Promise<DataOf<Name> | null>,
  { delay = 0 }: { delay?: number } = {},
): Promise<void> {
  const { projectId, webhooks } = await findListening(tx, name, subject);
  if (projectId === null) return;
  const data = await payloadOf(projectId);
  if (data === null) return;
  const [{ now } = { now: new Date() }] = await tx.$queryRaw<
    { now: Date }[]
  >`SELECT clock_timestamp() AS "now"`;
  const nextAt = new Date(now.getTime() + delay);
  const body = JSON.stringify({ type: name, timestamp: now.toISOString(), data });
  await tx.webhookDelivery.createMany({
    data: webhooks.map((webhookId) => ({
      ...{ webhookId, event: name, subjectId: subject.part ?? subject.id, body, nextAt },
    })),
  });
  await wakeWorker(tx, delay === 0 ? undefined : nextAt);
}

/**
 * Selects those of the events that a webhook of the record's project listens to, so that other events need not be
 * computed.
 */
export const listenedSql = ({ table, id }: EventSubject, names: readonly EventName[]) => Prisma.sql`
  SELECT DISTINCT listened."name" FROM "Webhook" w CROSS JOIN unnest(w."events") AS listened("name")
  WHERE w."projectId" = (SELECT s."projectId" FROM ${Prisma.raw(`"${table}"`)} s WHERE s."id" = ${id}::uuid)
    AND listened."name" = ANY (${[...names]}::text[]) AND w."pausedAt" IS NULL AND w."disabledAt" IS NULL`;

/** Cancels an event that is not true any more, if it was not delivered yet. */
export async function retract(tx: Tx, name: EventName, { id, part }: EventSubject): Promise<void> {
  await tx.webhookDelivery.deleteMany({
    where: { subjectId: part ?? id, event: name, state: "waiting", attempts: 0 },
  });
}

/** Wakes a worker to look for due deliveries, now or at a given time. */
export async function wakeWorker(tx: Tx, at?: Date): Promise<void> {
  const { name } = deliverEventsJob;
  await enqueue(tx, deliverEventsJob, {}, { key: at ? `${name}-later` : name, at });
}

/**
 * The webhooks of the subject's project that listen to an event; the project is null when there are none,
 * which is the usual case. They are locked against removal until the transaction ends.
 */
async function findListening(
  tx: Tx,
  name: EventName,
  { table, id }: EventSubject,
): Promise<{ projectId: string | null; webhooks: string[] }> {
  const rows = await tx.$queryRaw<{ id: string; projectId: string }[]>`
    SELECT w."id", w."projectId" FROM "Webhook" w
    WHERE w."projectId" = (SELECT s."projectId" FROM ${Prisma.raw(`"${table}"`)} s WHERE s."id" = ${id}::uuid)
      AND ${name} = ANY (w."events") AND w."pausedAt" IS NULL AND w."disabledAt" IS NULL
    FOR KEY SHARE`;
  return { projectId: rows[0]?.projectId ?? null, webhooks: rows.map((row) => row.id) };
}
