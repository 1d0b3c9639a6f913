import { notFound, route } from "@/lib/api/route";
import { createEndpoint, readEndpoints } from "@/lib/drafting/data/endpoints";
import { EndpointView, NewEndpoint } from "@/lib/drafting/schema/endpoints";
import { pageOf } from "@/lib/http/page";
import { ProjectParams } from "@/lib/project/schema";
import { ListQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "admin",
    summary: "Endpoints of language models, without their keys",
    query: ListQuery,
    answer: pageOf(EndpointView),
    params: ProjectParams,
  },
  async ({ actor, params, query }) => (await readEndpoints(actor, params.project, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Add an endpoint",
    answer: EndpointView,
    params: ProjectParams,
    body: NewEndpoint,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await createEndpoint(actor, params.project, body)) ?? notFound(),
);
