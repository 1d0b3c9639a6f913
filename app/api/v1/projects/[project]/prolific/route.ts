import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { ProjectParams } from "@/lib/project/schema";
import { connectProlific, disconnectProlific, findProlificConnection } from "@/lib/prolific/data/connection";
import { ProlificConnectionView, ProlificToken } from "@/lib/prolific/schema";

export const GET = route(
  {
    as: "admin",
    summary: "A project's connection to Prolific, without the token",
    answer: z.object({ connection: ProlificConnectionView.nullable() }),
    params: ProjectParams,
  },
  async ({ actor, params }) => (await findProlificConnection(actor, params.project)) ?? notFound(),
);

export const PUT = route(
  {
    as: "admin",
    summary: "Connect a project to Prolific with the API token of an account there",
    answer: z.object({ tokenLastFour: z.string() }),
    params: ProjectParams,
    body: ProlificToken,
    browserOnly: true,
  },
  async ({ actor, params, body }) => (await connectProlific(actor, params.project, body.token)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Destroy a project's Prolific token",
    answer: z.object({ id: z.uuid() }),
    params: ProjectParams,
    browserOnly: true,
  },
  async ({ actor, params }) => (await disconnectProlific(actor, params.project)) ?? notFound(),
);
