import "server-only";
import { randomUUID } from "node:crypto";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { cursorTime, isAfter } from "@/lib/database/newest-first";
import { env } from "@/lib/env";
import { wakeWorker } from "@/lib/events/emit";
import { EventName } from "@/lib/events/schema";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { type AddressPurpose, checkEndpoint } from "@/lib/llm/endpoint";
import { hasAccess, lockProject } from "@/lib/project/data";
import { seal } from "@/lib/secrets/seal";
import {
  type ChangeWebhook,
  type CreatedWebhook,
  DeliveryError,
  DeliveryType,
  type DeliveryView,
  type NewWebhook,
  type Payload,
  type WebhookView,
} from "@/lib/webhook/schema";
import { newSecret } from "@/lib/webhook/signing";
import type { Prisma } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

/** Rules for webhook addresses. A query is allowed: receivers often put their own keys there. */
export const PURPOSE: AddressPurpose = { setting: "WEBHOOK_ALLOWED_ORIGINS", query: true };

const MOST_WEBHOOKS = 20;

const fields = {
  id: true,
  url: true,
  events: true,
  keyLastFour: true,
  pausedAt: true,
  failingSince: true,
  disabledAt: true,
  createdAt: true,
} satisfies Prisma.WebhookSelect;

type Row = Prisma.WebhookGetPayload<{ select: typeof fields }>;

function viewOf({ keyLastFour, pausedAt, disabledAt, events, ...row }: Row): WebhookView {
  return {
    ...row,
    events: EventName.array().parse(events),
    state: disabledAt ? "off" : pausedAt ? "paused" : "on",
    secretLastFour: keyLastFour,
  };
}

/** The project's webhooks, oldest first. Null when the project is not the admin's. */
export async function listWebhooks(admin: Admin, projectId: string): Promise<WebhookView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(admin) },
    select: { webhooks: { orderBy: [{ createdAt: "asc" }, { id: "asc" }], select: fields } },
  });
  return project?.webhooks.map(viewOf) ?? null;
}

/** A page of webhooks by id. */
export async function readWebhooks(
  admin: Admin,
  projectId: string,
  page: PageRequest,
): Promise<ListPage<WebhookView> | null> {
  if (!(await hasAccess(admin, projectId))) return null;
  const rows = await db.webhook.findMany({
    where: { projectId, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: fields,
  });
  return pageFrom(rows, page, byId, viewOf);
}

export async function findWebhook(admin: Admin, id: string): Promise<WebhookView | null> {
  const found = await db.webhook.findFirst({ where: { id, project: memberOf(admin) }, select: fields });
  return found && viewOf(found);
}

/** Number of the project's webhooks that the system has switched off. */
export function countSwitchedOff(admin: Admin, projectId: string): Promise<number> {
  return db.webhook.count({ where: { projectId, disabledAt: { not: null }, project: memberOf(admin) } });
}

type Refused = Refusal<"webhook-address-refused" | "no-key-secret" | "too-many-webhooks" | "archived">;

/**
 * Creates a webhook with its secret, which only this response shows. Refuses an address that may not be
 * called. Null when the project is not the admin's.
 */
export async function createWebhook(
  admin: Admin,
  projectId: string,
  { url, events }: NewWebhook,
): Promise<CreatedWebhook | Refused | null> {
  const check = checkEndpoint(url, env().WEBHOOK_ALLOWED_ORIGINS, PURPOSE);
  if (!check.ok) return refuse("webhook-address-refused", { reason: check.reason });
  const id = randomUUID();
  const secret = newSecret();
  const sealed = seal(secret, { endpoint: id, origin: check.url.origin });
  if (!sealed) return refuse("no-key-secret");
  return db.$transaction(async (tx) => {
    const project = await lockProject(tx, admin, projectId);
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    if ((await tx.webhook.count({ where: { projectId } })) >= MOST_WEBHOOKS)
      return refuse("too-many-webhooks");
    const made = await tx.webhook.create({
      data: { id, projectId, url: check.url.href, events, ...sealed },
      select: fields,
    });
    await audit(tx, admin, {
      action: "webhook.created",
      projectId,
      subject: ["Webhook", id],
      detail: { events: events.join(" ") },
    });
    return { ...viewOf(made), secret };
  });
}

interface Own {
  id: string;
  projectId: string;
  off: boolean;
}

/** Runs work on a webhook of the admin under its lock. Null when it is not theirs. */
function withWebhook<T>(
  admin: Admin,
  id: string,
  act: (tx: Tx, own: Own) => Promise<T>,
): Promise<T | Refusal<"archived"> | null> {
  return db.$transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<
      unknown[]
    >`SELECT 1 FROM "Webhook" WHERE "id" = ${id}::uuid FOR NO KEY UPDATE`;
    const found = await tx.webhook.findFirst({
      where: { id, project: memberOf(admin) },
      select: {
        projectId: true,
        pausedAt: true,
        disabledAt: true,
        project: { select: { archivedAt: true } },
      },
    });
    if (!locked || !found) return null;
    if (found.project.archivedAt) return refuse("archived");
    const off = found.pausedAt !== null || found.disabledAt !== null;
    return act(tx, { id, projectId: found.projectId, off });
  });
}

/**
 * Changes a webhook's events, pauses it, or resumes it: waiting deliveries are then sent, and its failures
 * forgotten. Requesting the current state changes and records nothing.
 */
export function changeWebhook(
  admin: Admin,
  id: string,
  { events, paused }: ChangeWebhook,
): Promise<WebhookView | Refusal<"archived"> | null> {
  return withWebhook(admin, id, async (tx, { projectId, off }) => {
    const subject = ["Webhook", id] as const;
    if (events) {
      await tx.webhook.update({ where: { id }, data: { events } });
      await audit(tx, admin, {
        action: "webhook.changed",
        projectId,
        subject,
        detail: { events: events.join(" ") },
      });
    }
    if (paused === true && !off) {
      await tx.webhook.update({ where: { id }, data: { pausedAt: new Date() } });
      await audit(tx, admin, { action: "webhook.paused", projectId, subject });
    }
    if (paused === false && off) {
      await tx.webhook.update({
        where: { id },
        data: { pausedAt: null, disabledAt: null, failingSince: null },
      });
      await audit(tx, admin, { action: "webhook.resumed", projectId, subject });
      await wakeWorker(tx);
    }
    return viewOf(await tx.webhook.findUniqueOrThrow({ where: { id }, select: fields }));
  });
}

/** Deletes a webhook with its secret and deliveries. Nothing more is sent. */
export function removeWebhook(
  admin: Admin,
  id: string,
): Promise<{ id: string } | Refusal<"archived"> | null> {
  return withWebhook(admin, id, async (tx, { projectId }) => {
    await tx.webhook.delete({ where: { id } });
    await audit(tx, admin, { action: "webhook.removed", projectId, subject: ["Webhook", id] });
    return { id };
  });
}

// ---------------------------------------------------------------- deliveries

const deliveryFields = {
  id: true,
  event: true,
  subjectId: true,
  state: true,
  attempts: true,
  status: true,
  error: true,
  triedAt: true,
  nextAt: true,
  createdAt: true,
} satisfies Prisma.WebhookDeliverySelect;

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ select: typeof deliveryFields }>;

function deliveryOf({ event, subjectId, error, ...row }: DeliveryRow): DeliveryView {
  return {
    ...row,
    type: DeliveryType.parse(event),
    subject: subjectId,
    error: error === null ? null : DeliveryError.parse(error),
  };
}

/** A page of a webhook's deliveries, newest first. Null when it is not the admin's. */
export async function readDeliveries(
  admin: Admin,
  id: string,
  page: PageRequest,
): Promise<ListPage<DeliveryView> | null> {
  if (!(await findWebhook(admin, id))) return null;
  const rows = await db.$queryRaw<{ id: string; at: string }[]>`
    SELECT d."id", ${cursorTime("d")} AS "at" FROM "WebhookDelivery" d
    WHERE d."webhookId" = ${id}::uuid AND ${isAfter("d", page.after)}
    ORDER BY d."createdAt" DESC, d."id" DESC LIMIT ${page.limit + 1}`;
  const found = await db.webhookDelivery.findMany({
    where: { id: { in: rows.map((row) => row.id) } },
    select: deliveryFields,
  });
  const views = new Map(found.map((row) => [row.id, deliveryOf(row)]));
  // One may have been deleted meanwhile.
  const there = rows.flatMap((row) => {
    const view = views.get(row.id);
    return view ? [{ ...row, view }] : [];
  });
  return pageFrom(
    there,
    page,
    (row) => `${row.at} ${row.id}`,
    ({ view }) => view,
  );
}

/** Sends a test message. The result is shown among the deliveries. */
export function testWebhook(
  admin: Admin,
  id: string,
): Promise<DeliveryView | Refusal<"archived" | "webhook-off"> | null> {
  return withWebhook(admin, id, async (tx, { projectId, off }) => {
    if (off) return refuse("webhook-off");
    const now = new Date();
    const payload: Payload = {
      type: "webhook.test",
      timestamp: now.toISOString(),
      data: { project: projectId, webhook: id },
    };
    const made = await tx.webhookDelivery.create({
      data: { webhookId: id, event: payload.type, body: JSON.stringify(payload), nextAt: now },
      select: deliveryFields,
    });
    await audit(tx, admin, { action: "webhook.tested", projectId, subject: ["Webhook", id] });
    await wakeWorker(tx);
    return deliveryOf(made);
  });
}

/**
 * Repeats a delivery with its id, and as many retries as a new one. A waiting one is sent at once; an attempt
 * that is under way counts as the first. Null when it is not the webhook's, or that is not the admin's.
 */
export function redeliver(
  admin: Admin,
  id: string,
  deliveryId: string,
): Promise<DeliveryView | Refusal<"archived" | "webhook-off"> | null> {
  return withWebhook(admin, id, async (tx, { projectId, off }) => {
    const [known] = await tx.$queryRaw<{ isUnderWay: boolean }[]>`
      SELECT "attemptId" IS NOT NULL AND "nextAt" > clock_timestamp() AS "isUnderWay" FROM "WebhookDelivery"
      WHERE "id" = ${deliveryId}::uuid AND "webhookId" = ${id}::uuid`;
    if (!known) return null;
    if (off) return refuse("webhook-off");
    const now = new Date();
    const made = await tx.webhookDelivery.update({
      where: { id: deliveryId },
      data: known.isUnderWay
        ? { attempts: 1, since: now }
        : { state: "waiting", attempts: 0, attemptId: null, nextAt: now, since: now },
      select: deliveryFields,
    });
    await audit(tx, admin, {
      action: "webhook.redelivered",
      projectId,
      subject: ["Webhook", id],
      detail: { delivery: deliveryId },
    });
    await wakeWorker(tx);
    return deliveryOf(made);
  });
}
