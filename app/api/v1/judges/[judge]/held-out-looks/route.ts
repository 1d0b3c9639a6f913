import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { readLooks } from "@/lib/judge/data/held-out";
import { JudgeRouteParams } from "@/lib/judge/schema/judges";
import { FinalLookView, LooksQuery } from "@/lib/judge/schema/workshop";

export const GET = route(
  {
    as: "researcher",
    summary: "Looks of a judge's versions at held-out labels, with what they showed",
    params: JudgeRouteParams,
    query: LooksQuery,
    answer: pageOf(FinalLookView),
  },
  async ({ actor, params, query }) => (await readLooks(actor, params.judge, query)) ?? notFound(),
);
