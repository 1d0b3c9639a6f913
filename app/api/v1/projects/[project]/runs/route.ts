import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { createRun } from "@/lib/drafting/data/create-run";
import { NewRun } from "@/lib/drafting/schema/runs";
import { pageOf } from "@/lib/http/page";
import { ProjectParams } from "@/lib/project/schema";
import { readRuns } from "@/lib/resources/data/projects";
import { ReadRun } from "@/lib/resources/schema";
import { RunsQuery } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The drafting runs of a project",
    params: ProjectParams,
    query: RunsQuery,
    answer: pageOf(ReadRun),
  },
  async ({ actor, params, query }) => (await readRuns(actor, params.project, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Make a drafting run, as a draft or started",
    answer: z.object({ id: z.uuid(), units: z.int() }),
    params: ProjectParams,
    body: NewRun,
  },
  async ({ actor, params, body }) => (await createRun(actor, params.project, body)) ?? notFound(),
);
