import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { makeVersion } from "@/lib/batch/data/versions";
import { BatchParams } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Make a new draft with the design of a batch",
    answer: z.object({ id: z.uuid() }),
    params: BatchParams,
  },
  async ({ actor, params }) => (await makeVersion(actor, params.id)) ?? notFound(),
);
