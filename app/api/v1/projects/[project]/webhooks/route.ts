import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { ProjectParams } from "@/lib/project/schema";
import { ListQuery } from "@/lib/resources/schema/queries";
import { createWebhook, readWebhooks } from "@/lib/webhook/data/webhooks";
import { CreatedWebhook, NewWebhook, WebhookView } from "@/lib/webhook/schema";

export const GET = route(
  {
    as: "admin",
    summary: "The webhooks of a project, without their secrets",
    params: ProjectParams,
    query: ListQuery,
    answer: pageOf(WebhookView),
  },
  async ({ actor, params, query }) => (await readWebhooks(actor, params.project, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Add a webhook; only this answer shows its secret",
    params: ProjectParams,
    body: NewWebhook,
    answer: CreatedWebhook,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await createWebhook(actor, params.project, body)) ?? notFound(),
);
