import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { archiveEndpoint, changeEndpoint, findEndpoint } from "@/lib/drafting/data/endpoints";
import { EndpointChanges, EndpointParams, EndpointView } from "@/lib/drafting/schema/endpoints";

export const GET = route(
  { as: "admin", summary: "An endpoint, without its key", answer: EndpointView, params: EndpointParams },
  async ({ actor, params }) => (await findEndpoint(actor, params.endpoint)) ?? notFound(),
);

export const PATCH = route(
  {
    as: "admin",
    summary: "Change an endpoint; another origin needs the key again",
    answer: EndpointView,
    params: EndpointParams,
    body: EndpointChanges,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await changeEndpoint(actor, params.endpoint, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Archive an endpoint and destroy its key",
    answer: z.object({ id: z.uuid() }),
    params: EndpointParams,
    browserOnly: true,
  },
  async ({ actor, params }) => (await archiveEndpoint(actor, params.endpoint)) ?? notFound(),
);
