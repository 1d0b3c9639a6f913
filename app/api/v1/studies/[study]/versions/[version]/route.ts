import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { discardVersion, retryVersion } from "@/lib/study/data/request-freeze";
import { StudyVersionParams } from "@/lib/study/schema";

export const POST = route(
  {
    as: "researcher",
    summary: "Try again to make a version that failed",
    answer: z.object({ id: z.uuid(), version: z.int() }),
    params: StudyVersionParams,
  },
  async ({ actor, params }) => (await retryVersion(actor, params)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "researcher",
    summary: "Discard a version that is not frozen",
    answer: z.object({ id: z.uuid(), left: z.int() }),
    params: StudyVersionParams,
  },
  async ({ actor, params }) => (await discardVersion(actor, params)) ?? notFound(),
);
