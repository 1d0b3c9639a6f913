import { notFound, route } from "@/lib/api/route";
import { findWorkshop } from "@/lib/judge/data/workshop";
import { JudgeRouteParams } from "@/lib/judge/schema/judges";
import { WorkshopQuery, WorkshopView } from "@/lib/judge/schema/workshop";

export const GET = route(
  {
    as: "researcher",
    summary:
      "A judge's versions beside independent human labels, without held-out ones, and their disagreements",
    params: JudgeRouteParams,
    query: WorkshopQuery,
    answer: WorkshopView,
  },
  async ({ actor, params, query }) => (await findWorkshop(actor, params.judge, query)) ?? notFound(),
);
