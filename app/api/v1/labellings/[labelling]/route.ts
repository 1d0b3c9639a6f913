import { notFound, route } from "@/lib/api/route";
import { readLabelling } from "@/lib/resources/data/batch-records";
import { ReadLabelling } from "@/lib/resources/schema/judgements";
import { LabellingParams } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "The labels that one rater gave an item or a task",
    params: LabellingParams,
    answer: ReadLabelling,
  },
  async ({ actor, params }) => (await readLabelling(actor, params.labelling)) ?? notFound(),
);
