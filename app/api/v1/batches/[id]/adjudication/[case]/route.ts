import { z } from "zod";
import { recordRuling } from "@/lib/adjudication/data/rulings";
import { CaseParams, RulingBody } from "@/lib/adjudication/schema";
import { notFound, route } from "@/lib/api/route";

export const POST = route(
  {
    as: "annotator",
    forAdjudicators: true,
    summary: "Decide a contested case, or withdraw the decision",
    answer: z.object({ rulings: z.int() }),
    params: CaseParams,
    body: RulingBody,
  },
  async ({ actor, params, body }) => (await recordRuling(actor, params.id, params.case, body)) ?? notFound(),
);
