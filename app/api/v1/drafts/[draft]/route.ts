import { notFound, route } from "@/lib/api/route";
import { readDraft } from "@/lib/resources/data/dataset-records";
import { ReadDraft } from "@/lib/resources/schema/judgements";
import { DraftParams } from "@/lib/resources/schema/queries";

export const GET = route(
  { as: "researcher", summary: "A drafted value with its lines", params: DraftParams, answer: ReadDraft },
  async ({ actor, params }) => (await readDraft(actor, params.draft)) ?? notFound(),
);
