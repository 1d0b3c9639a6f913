import { notFound, route } from "@/lib/api/route";
import { redeliver } from "@/lib/webhook/data/webhooks";
import { DeliveryParams, DeliveryView, SENDING } from "@/lib/webhook/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Send a delivery again, with the same id",
    params: DeliveryParams,
    answer: DeliveryView,
    limit: SENDING,
  },
  async ({ actor, params }) => (await redeliver(actor, params.webhook, params.delivery)) ?? notFound(),
);
