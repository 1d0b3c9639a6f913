import { notFound, route } from "@/lib/api/route";
import { findSection } from "@/lib/report/data/find-report";
import { studyOf } from "@/lib/report/schema";
import { StudySelection } from "@/lib/report/schema/judgements";
import { SectionParams, SectionResponse } from "@/lib/report/schema/sections";

export const GET = route(
  {
    as: "researcher",
    summary: "One section of a report; it is computed when it is first requested, which takes a moment",
    answer: SectionResponse,
    params: SectionParams,
    query: StudySelection,
  },
  async ({ actor, params, query }) =>
    (await findSection(actor, studyOf(params), query, params.section)) ?? notFound(),
);
