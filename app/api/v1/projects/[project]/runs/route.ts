import { notFound, route } from "@/lib/api/route";
import { createRun, listRuns } from "@/lib/drafting/data/runs";
import { NewRun } from "@/lib/drafting/runs";
import { ProjectParams } from "@/lib/project/schema";

export const GET = route(
  { as: "researcher", summary: "Drafting runs, newest first", params: ProjectParams },
  async ({ actor, params }) => (await listRuns(actor, params.project)) ?? notFound(),
);

export const POST = route(
  { as: "admin", summary: "Make a drafting run, as a draft or started", params: ProjectParams, body: NewRun },
  async ({ actor, params, body }) => (await createRun(actor, params.project, body)) ?? notFound(),
);
