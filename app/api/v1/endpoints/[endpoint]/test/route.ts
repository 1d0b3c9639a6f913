import { notFound, route } from "@/lib/api/route";
import { requestTest } from "@/lib/drafting/data/endpoints";
import { EndpointParams, EndpointView } from "@/lib/drafting/schema/endpoints";

export const POST = route(
  {
    as: "admin",
    summary: "Have the connection tested: text, JSON schema, temperature, seed, embedding",
    answer: EndpointView,
    params: EndpointParams,
    limit: { name: "endpoint-test", burst: 10, perMinute: 5 },
  },
  async ({ actor, params }) => (await requestTest(actor, params.endpoint)) ?? notFound(),
);
