import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { discardVersion, retryVersion } from "@/lib/study/data/request-freeze";
import { StudyVersionParams } from "@/lib/study/schema";

export const POST = route(
  {
    as: "researcher",
    summary: "Try a version again that could not be made",
    answer: z.object({ id: z.uuid(), version: z.int() }),
    params: StudyVersionParams,
  },
  async ({ actor, params }) => (await retryVersion(actor, params)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "researcher",
    summary: "Give up a version that is not frozen",
    answer: z.object({ id: z.uuid(), left: z.int() }),
    params: StudyVersionParams,
  },
  async ({ actor, params }) => (await discardVersion(actor, params)) ?? notFound(),
);
