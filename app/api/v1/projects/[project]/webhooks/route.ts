import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { ProjectParams } from "@/lib/project/schema";
import { createWebhook, listWebhooks } from "@/lib/webhook/data/webhooks";
import { MadeWebhook, NewWebhook, WebhookView } from "@/lib/webhook/schema";

export const GET = route(
  {
    as: "admin",
    summary: "The webhooks of a project, without their secrets",
    params: ProjectParams,
    answer: z.object({ webhooks: z.array(WebhookView) }),
  },
  async ({ actor, params }) => {
    const webhooks = await listWebhooks(actor, params.project);
    return webhooks ? { webhooks } : notFound();
  },
);

export const POST = route(
  {
    as: "admin",
    summary: "Add a webhook; the answer is the only place that shows its secret",
    params: ProjectParams,
    body: NewWebhook,
    answer: MadeWebhook,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await createWebhook(actor, params.project, body)) ?? notFound(),
);
