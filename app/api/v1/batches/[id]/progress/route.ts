import { notFound, route } from "@/lib/api/route";
import { findProgress } from "@/lib/batch/data/progress";
import { BatchParams } from "@/lib/batch/schema";
import { Progress } from "@/lib/batch/schema/views";

export const GET = route(
  { as: "researcher", summary: "Progress of a batch, by annotator", answer: Progress, params: BatchParams },
  async ({ actor, params }) => (await findProgress(actor, params.id)) ?? notFound(),
);
