import { z } from "zod";
import { previewRule, startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { AdjudicationBody, RulePreview, RuleQuery } from "@/lib/adjudication/schema";
import { notFound, route } from "@/lib/api/route";
import { BatchParams } from "@/lib/batch/schema";

export const GET = route(
  {
    as: "admin",
    summary: "The number of cases that a rule would send to adjudication",
    answer: RulePreview,
    params: BatchParams,
    query: RuleQuery,
  },
  async ({ actor, params, query }) => (await previewRule(actor, params.id, query)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Begin an adjudication, which unblinds the votes, or bring it up to date",
    answer: z.object({ cases: z.int(), joined: z.int(), left: z.int() }),
    params: BatchParams,
    body: AdjudicationBody,
  },
  async ({ actor, params, body }) => (await startAdjudication(actor, params.id, body)) ?? notFound(),
);
