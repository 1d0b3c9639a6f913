import { notFound, route } from "@/lib/api/route";
import { readDecision } from "@/lib/resources/data/judgements";
import { ReadDecision } from "@/lib/resources/schema/judgements";
import { DecisionParams } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "A decision on a drafted item or line",
    params: DecisionParams,
    answer: ReadDecision,
  },
  async ({ actor, params }) => (await readDecision(actor, params.decision)) ?? notFound(),
);
