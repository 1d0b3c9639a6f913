import { z } from "zod";
import { EventName, EventPayload, RARE_EVENTS } from "@/lib/events/schema";

/* API schemas of webhooks, and the payloads sent to them. */

/** The type of a delivery: an event, or a test. */
export const DeliveryType = z.enum([...EventName.options, "webhook.test"]);
export type DeliveryType = z.infer<typeof DeliveryType>;

export const WebhookParams = z.strictObject({ webhook: z.uuid() });
export const DeliveryParams = z.strictObject({ webhook: z.uuid(), delivery: z.uuid() });

const Events = z
  .array(EventName)
  .min(1, { error: "needs at least one" })
  .max(EventName.options.length)
  .transform((events) => EventName.options.filter((event) => events.includes(event)));

export const NewWebhook = z.strictObject({
  /** https on port 443 with a public name, unless the operator of the installation permits its origin. */
  url: z
    .string()
    .trim()
    .min(1, { error: "is missing" })
    .max(500, { error: "must have at most 500 characters" }),
  events: Events.default([...RARE_EVENTS]),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

/** Missing fields stay. `paused: false` also switches a webhook on again that the system switched off. */
export const ChangeWebhook = z.strictObject({ events: Events.optional(), paused: z.boolean().optional() });
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

/** Why an attempt failed without a response. */
export const DeliveryError = z.enum([
  "refused-address",
  "redirect",
  "timeout",
  "network",
  "cancelled",
  "too-large",
  "secret-unreadable",
]);
export type DeliveryError = z.infer<typeof DeliveryError>;

export const DeliveryState = z.enum(["waiting", "delivered", "failed"]);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One message to one webhook. Its id is sent as `webhook-id` and is the same for all attempts. */
export const DeliveryView = z.object({
  id: z.uuid(),
  type: DeliveryType,
  /** The batch or run it is about; null for a test. */
  subject: z.uuid().nullable(),
  state: DeliveryState,
  attempts: z.int(),
  /** Result of the last attempt: the response's status, or why there was none. */
  status: z.int().nullable(),
  error: DeliveryError.nullable(),
  triedAt: z.date().nullable(),
  /** The next attempt, while it waits. */
  nextAt: z.date().nullable(),
  createdAt: z.date(),
});
export type DeliveryView = z.infer<typeof DeliveryView>;

export const WebhookView = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(EventName),
  /** `on`; `paused` by an admin; `off`: switched off by the system after failing for too long. */
  state: z.enum(["on", "paused", "off"]),
  secretLastFour: z.string(),
  /** Since when every attempt has failed; null after a success. */
  failingSince: z.date().nullable(),
  createdAt: z.date(),
});
export type WebhookView = z.infer<typeof WebhookView>;

/** The response to creating one: the only one that shows the secret. */
export const CreatedWebhook = WebhookView.extend({ secret: z.string() });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

/** The payload of a delivery: an event, or a test. */
export const Payload = z.discriminatedUnion("type", [
  ...EventPayload.options,
  z.object({
    type: z.literal("webhook.test"),
    timestamp: z.iso.datetime(),
    data: z.object({ project: z.uuid(), webhook: z.uuid() }),
  }),
]);
export type Payload = z.infer<typeof Payload>;

/** Rate limit of tests and repeated deliveries together. */
export const SENDING = { name: "webhook-send", burst: 20, perMinute: 10 };
