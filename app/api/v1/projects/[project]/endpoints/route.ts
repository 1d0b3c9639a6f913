import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { createEndpoint, listEndpoints } from "@/lib/drafting/data/endpoints";
import { EndpointView, NewEndpoint } from "@/lib/drafting/runs";
import { ProjectParams } from "@/lib/project/schema";

export const GET = route(
  {
    as: "admin",
    summary: "Endpoints of language models, without their keys",
    answer: z.array(EndpointView),
    params: ProjectParams,
  },
  async ({ actor, params }) => (await listEndpoints(actor, params.project)) ?? notFound(),
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
