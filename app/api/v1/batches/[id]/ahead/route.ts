import { notFound, route } from "@/lib/api/route";
import { keepAhead, leaveAhead } from "@/lib/batch/data/ahead";
import { BatchParams } from "@/lib/batch/schema";

export const POST = route(
  { as: "annotator", summary: "Keep your next assignments of a batch for you", params: BatchParams },
  async ({ actor, params }) => (await keepAhead(actor, params.id)) ?? notFound(),
);

export const DELETE = route(
  { as: "annotator", summary: "Leave what is kept for you to others", params: BatchParams },
  async ({ actor, params }) => (await leaveAhead(actor, params.id)) ?? notFound(),
);
