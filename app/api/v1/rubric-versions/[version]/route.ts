import { notFound, route } from "@/lib/api/route";
import { readRubricVersion } from "@/lib/reading/data/around";
import { ReadRubricVersion, RubricVersionParams } from "@/lib/reading/schema/around";

export const GET = route(
  {
    as: "researcher",
    summary: "One version of a checklist or list of criteria, as it was worked with",
    params: RubricVersionParams,
    answer: ReadRubricVersion,
  },
  async ({ actor, params }) => (await readRubricVersion(actor, params.version)) ?? notFound(),
);
