import { notFound, route } from "@/lib/api/route";
import { testWebhook } from "@/lib/webhook/data/webhooks";
import { DeliveryView, SENDING, WebhookParams } from "@/lib/webhook/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Send a test event to a webhook; what comes of it stands in its deliveries",
    params: WebhookParams,
    answer: DeliveryView,
    limit: SENDING,
  },
  async ({ actor, params }) => (await testWebhook(actor, params.webhook)) ?? notFound(),
);
