import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { raiseReplicates } from "@/lib/batch/data/add-subjects";
import { BatchParams, Replicates } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Ask for more people per task, response or pair in a batch that runs",
    answer: z.object({ slots: z.int() }),
    params: BatchParams,
    body: Replicates,
  },
  async ({ actor, params, body }) => (await raiseReplicates(actor, params.id, body)) ?? notFound(),
);
