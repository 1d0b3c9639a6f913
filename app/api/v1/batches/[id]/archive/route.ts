import { notFound, route } from "@/lib/api/route";
import { moveBatch } from "@/lib/batch/data/change-state";
import { BatchParams, StateChange } from "@/lib/batch/schema";

export const POST = route(
  { as: "admin", summary: "Archive a closed batch", answer: StateChange, params: BatchParams },
  async ({ actor, params }) => (await moveBatch(actor, params.id, "archive")) ?? notFound(),
);
