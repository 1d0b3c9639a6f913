import { notFound, route } from "@/lib/api/route";
import { readRubricVersion } from "@/lib/resources/data/related";
import { ReadRubricVersion, RubricVersionParams } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "One version of a checklist or list of criteria, as it was used",
    params: RubricVersionParams,
    answer: ReadRubricVersion,
  },
  async ({ actor, params }) => (await readRubricVersion(actor, params.version)) ?? notFound(),
);
