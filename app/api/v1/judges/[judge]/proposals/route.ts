import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { readProposals } from "@/lib/judge/data/proposals";
import { JudgeRouteParams } from "@/lib/judge/schema/judges";
import { ProposalsQuery, ProposalView } from "@/lib/judge/schema/proposals";

export const GET = route(
  {
    as: "researcher",
    summary: "Instructions that a model proposed for a judge, with the decisions on them",
    params: JudgeRouteParams,
    query: ProposalsQuery,
    answer: pageOf(ProposalView),
  },
  async ({ actor, params, query }) => (await readProposals(actor, params.judge, query)) ?? notFound(),
);
