import { notFound, route } from "@/lib/api/route";
import { pageOf } from "@/lib/http/page";
import { readRubricVersions } from "@/lib/resources/data/related";
import { RubricParams } from "@/lib/resources/schema/queries";
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
