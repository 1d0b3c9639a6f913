import { notFound, route } from "@/lib/api/route";
import { readRubricVersions } from "@/lib/resources/data/related";
import { RubricParams } from "@/lib/resources/schema";
import { pageOf } from "@/lib/resources/schema/page";
import { ReadRubricVersion, RubricVersionsQuery } from "@/lib/resources/schema/related";

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
