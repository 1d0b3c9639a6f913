import { notFound, route } from "@/lib/api/route";
import { setPrice } from "@/lib/drafting/data/endpoints";
import { EndpointParams, EndpointView, NewPrice } from "@/lib/drafting/schema/endpoints";

export const POST = route(
  {
    as: "admin",
    summary: "Set a model's prices from a given day on",
    answer: EndpointView,
    params: EndpointParams,
    body: NewPrice,
  },
  async ({ actor, params, body }) => (await setPrice(actor, params.endpoint, body)) ?? notFound(),
);
