import { notFound, route } from "@/lib/api/route";
import { unitOfRunProvenance } from "@/lib/drafting/data/progress";
import { Provenance } from "@/lib/drafting/schema/provenance";
import { UnitParams } from "@/lib/drafting/schema/runs";

export const GET = route(
  {
    as: "researcher",
    summary: "Prompts and answers for one task, response or pair of a run, also when it failed",
    answer: Provenance,
    params: UnitParams,
  },
  async ({ actor, params }) => (await unitOfRunProvenance(actor, params.run, params.unit)) ?? notFound(),
);
