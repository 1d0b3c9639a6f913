import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { listDeliveries } from "@/lib/webhook/data/webhooks";
import { DeliveryView, WebhookParams } from "@/lib/webhook/schema";

export const GET = route(
  {
    as: "admin",
    summary: "The last fifty deliveries of a webhook, newest first",
    params: WebhookParams,
    answer: z.object({ deliveries: z.array(DeliveryView) }),
  },
  async ({ actor, params }) => {
    const deliveries = await listDeliveries(actor, params.webhook);
    return deliveries ? { deliveries } : notFound();
  },
);
