import { notFound, route } from "@/lib/api/route";
import { readJudgement } from "@/lib/resources/data/judgements";
import { ReadJudgement } from "@/lib/resources/schema/judgements";
import { JudgementParams } from "@/lib/resources/schema/queries";

export const GET = route(
  { as: "researcher", summary: "A judgement", params: JudgementParams, answer: ReadJudgement },
  async ({ actor, params }) => (await readJudgement(actor, params.judgement)) ?? notFound(),
);
