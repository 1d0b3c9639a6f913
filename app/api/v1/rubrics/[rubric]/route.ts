import { notFound, route } from "@/lib/api/route";
import { readRubric } from "@/lib/resources/data/dataset-records";
import { ReadRubric } from "@/lib/resources/schema";
import { RubricParams } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "A checklist or a list of criteria with its items, in its newest version",
    params: RubricParams,
    answer: ReadRubric,
  },
  async ({ actor, params }) => (await readRubric(actor, params.rubric)) ?? notFound(),
);
