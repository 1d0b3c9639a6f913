import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { createBatch } from "@/lib/batch/data/batches";
import { NewBatch } from "@/lib/batch/schema";

export const POST = route(
  {
    as: "admin",
    summary: "Draft a batch",
    answer: z.object({ id: z.uuid(), revision: z.int() }),
    body: NewBatch,
  },
  async ({ actor, body }) => (await createBatch(actor, body)) ?? notFound(),
);
