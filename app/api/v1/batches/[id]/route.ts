import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { changeBatch, deleteBatch } from "@/lib/batch/data/batches";
import { findBatch } from "@/lib/batch/data/progress";
import { BatchChange, BatchParams } from "@/lib/batch/schema";
import { BatchView } from "@/lib/batch/schema/views";

export const GET = route(
  { as: "researcher", summary: "A batch with its design", answer: BatchView, params: BatchParams },
  async ({ actor, params }) => (await findBatch(actor, params.id)) ?? notFound(),
);

export const PATCH = route(
  {
    as: "admin",
    summary: "Change a batch",
    answer: z.object({ id: z.uuid(), revision: z.int() }),
    params: BatchParams,
    body: BatchChange,
  },
  async ({ actor, params, body }) => (await changeBatch(actor, params.id, body)) ?? notFound(),
);

export const DELETE = route(
  {
    as: "admin",
    summary: "Delete a batch that was never opened",
    answer: z.object({ id: z.uuid() }),
    params: BatchParams,
  },
  async ({ actor, params }) => (await deleteBatch(actor, params.id)) ?? notFound(),
);
