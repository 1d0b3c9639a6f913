import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { freezeAgain } from "@/lib/study/data/request-freeze";
import { findStudy } from "@/lib/study/data/studies";
import { FreezeStudy, StudyParams, StudyView } from "@/lib/study/schema";

export const GET = route(
  {
    as: "researcher",
    summary: "A frozen study with its versions, and how the data have changed since",
    answer: StudyView,
    params: StudyParams,
  },
  async ({ actor, params }) => (await findStudy(actor, params.study)) ?? notFound(),
);

export const POST = route(
  {
    as: "researcher",
    summary: "Freeze the next version of a study",
    answer: z.object({ id: z.uuid(), version: z.int() }),
    params: StudyParams,
    body: FreezeStudy,
  },
  async ({ actor, params, body }) => (await freezeAgain(actor, params.study, body)) ?? notFound(),
);
