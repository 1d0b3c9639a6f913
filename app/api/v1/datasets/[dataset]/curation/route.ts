import { z } from "zod";
import { notFound, route } from "@/lib/api/route";
import { findCuration, makeCuration } from "@/lib/curation/data/curation";
import { CurationDesign, CurationView } from "@/lib/curation/schema";
import { DatasetParams } from "@/lib/dataset/schema/views";

export const GET = route(
  {
    as: "researcher",
    summary: "The instances of a dataset, a panel's verdicts on them, and people's decisions on candidates",
    answer: CurationView,
    params: DatasetParams,
  },
  async ({ actor, params }) => (await findCuration(actor, params.dataset)) ?? notFound(),
);

export const POST = route(
  {
    as: "researcher",
    summary:
      "Make a dataset of candidates for curation, or of the instances that people kept or modified: an import",
    answer: z.object({ id: z.uuid() }),
    params: DatasetParams,
    body: CurationDesign,
  },
  async ({ actor, params, body }) => (await makeCuration(actor, params.dataset, body)) ?? notFound(),
);
