import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { raiseReplicates } from "@/lib/batch/data/add-subjects";
import { BatchParams, Replicates } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Require more people per task, response or pair in a running batch",
    answer: z.object({ slots: z.int() }),
    params: BatchParams,
    body: Replicates,
  },
  async ({ actor, params, body }) => (await raiseReplicates(actor, params.id, body)) ?? notFound(),
);
