import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { NewestQuery } from "@/lib/resources/schema/queries";
import { readDeliveries } from "@/lib/webhook/data/webhooks";
import { DeliveryView, WebhookParams } from "@/lib/webhook/schema";

export const GET = route(
  {
    as: "admin",
    summary: "The deliveries of a webhook, newest first",
    params: WebhookParams,
    query: NewestQuery,
    answer: pageOf(DeliveryView),
  },
  async ({ actor, params, query }) => (await readDeliveries(actor, params.webhook, query)) ?? notFound(),
);
