import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { ProjectParams } from "@/lib/project/schema";
import { ListQuery } from "@/lib/resources/schema/queries";
import { freezeStudy } from "@/lib/study/data/request-freeze";
import { readStudies } from "@/lib/study/data/studies";
import { FreezeStudy, StudyListing } from "@/lib/study/schema";

export const GET = route(
  {
    as: "researcher",
    summary: "The frozen studies of a project",
    query: ListQuery,
    answer: pageOf(StudyListing),
    params: ProjectParams,
  },
  async ({ actor, params, query }) => (await readStudies(actor, params.project, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "researcher",
    summary: "Freeze closed batches under a title; the worker makes the version",
    answer: z.object({ id: z.uuid(), version: z.int() }),
    params: ProjectParams,
    body: FreezeStudy,
  },
  async ({ actor, params, body }) => (await freezeStudy(actor, params.project, body)) ?? notFound(),
);
