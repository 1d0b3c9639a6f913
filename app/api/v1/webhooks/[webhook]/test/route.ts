import { notFound, route } from "@/lib/api/route";
import { testWebhook } from "@/lib/webhook/data/webhooks";
import { DeliveryView, SENDING, WebhookParams } from "@/lib/webhook/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Send a test event to a webhook; its deliveries list the result",
    params: WebhookParams,
    answer: DeliveryView,
    limit: SENDING,
  },
  async ({ actor, params }) => (await testWebhook(actor, params.webhook)) ?? notFound(),
);
