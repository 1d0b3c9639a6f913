import { notFound, route } from "@/lib/api/route";
import { readRubricVersions } from "@/lib/reading/data/around";
import { RubricParams } from "@/lib/reading/schema";
import { ReadRubricVersion, RubricVersionsQuery } from "@/lib/reading/schema/around";
import { pageOf } from "@/lib/reading/schema/page";

export const GET = route(
  {
    as: "researcher",
    summary: "The versions of a checklist or list of criteria",
    params: RubricParams,
    query: RubricVersionsQuery,
    answer: pageOf(ReadRubricVersion),
  },
  async ({ actor, params, query }) => (await readRubricVersions(actor, params.rubric, query)) ?? notFound(),
);
