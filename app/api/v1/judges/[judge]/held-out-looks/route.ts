import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { readLooks } from "@/lib/judge/data/held-out";
import { JudgeRouteParams } from "@/lib/judge/schema/judges";
import { HeldOutLookView, LooksQuery } from "@/lib/judge/schema/workshop";

export const GET = route(
  {
    as: "researcher",
    summary: "Comparisons of a judge's versions with held-out labels, with their results",
    params: JudgeRouteParams,
    query: LooksQuery,
    answer: pageOf(HeldOutLookView),
  },
  async ({ actor, params, query }) => (await readLooks(actor, params.judge, query)) ?? notFound(),
);
