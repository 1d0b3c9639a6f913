import { notFound, route } from "@/lib/api/route";
import { requestProposal } from "@/lib/judge/data/proposals";
import { JudgeVersionRouteParams } from "@/lib/judge/schema/judges";
import { NewProposal, ProposalView } from "@/lib/judge/schema/proposals";

export const POST = route(
  {
    as: "admin",
    summary: "Have a version's model propose instructions, from its disagreements on the development part",
    params: JudgeVersionRouteParams,
    body: NewProposal,
    answer: ProposalView,
  },
  async ({ actor, params, body }) =>
    (await requestProposal(actor, params.version, body.dataset)) ?? notFound(),
);
