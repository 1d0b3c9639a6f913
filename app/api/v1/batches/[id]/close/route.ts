import { notFound, route } from "@/lib/api/route";
import { moveBatch } from "@/lib/batch/data/change-state";
import { BatchParams, StateChange } from "@/lib/batch/schema";

export const POST = route(
  { as: "admin", summary: "Close a batch permanently", answer: StateChange, params: BatchParams },
  async ({ actor, params }) => (await moveBatch(actor, params.id, "close")) ?? notFound(),
);
