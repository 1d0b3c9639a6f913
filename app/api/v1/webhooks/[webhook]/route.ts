import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { changeWebhook, findWebhook, removeWebhook } from "@/lib/webhook/data/webhooks";
import { ChangeWebhook, WebhookParams, WebhookView } from "@/lib/webhook/schema";

export const GET = route(
  { as: "admin", summary: "A webhook, without its secret", params: WebhookParams, answer: WebhookView },
  async ({ actor, params }) => (await findWebhook(actor, params.webhook)) ?? notFound(),
);

export const PATCH = route(
  {
    as: "admin",
    summary: "Change a webhook's events, pause it, or resume it",
    params: WebhookParams,
    body: ChangeWebhook,
    answer: WebhookView,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await changeWebhook(actor, params.webhook, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Remove a webhook, its secret and the record of its deliveries",
    params: WebhookParams,
    answer: z.object({ id: z.uuid() }),
    browserOnly: true,
  },
  async ({ actor, params }) => (await removeWebhook(actor, params.webhook)) ?? notFound(),
);
