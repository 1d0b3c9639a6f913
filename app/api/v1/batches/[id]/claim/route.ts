import { notFound, route } from "@/lib/api/route";
import { claim } from "@/lib/batch/data/claim";
import { BatchParams } from "@/lib/batch/schema";

export const POST = route(
  { as: "annotator", summary: "Get the next assignment of a batch", params: BatchParams },
  async ({ actor, params }) => (await claim(actor, params.id)) ?? notFound(),
);
