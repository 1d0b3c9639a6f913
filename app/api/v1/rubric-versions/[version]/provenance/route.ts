import { notFound, route } from "@/lib/api/route";
import { rubricProvenance } from "@/lib/drafting/data/progress";
import { Provenance } from "@/lib/drafting/schema/provenance";
import { refuse } from "@/lib/http/refusals";
import { RubricVersionParams } from "@/lib/resources/schema/related";

export const GET = route(
  {
    as: "researcher",
    summary: "Provenance of a drafted rubric: prompts, answers, settings, cost",
    answer: Provenance,
    params: RubricVersionParams,
  },
  async ({ actor, params }) => {
    const found = await rubricProvenance(actor, params.version);
    return found === "imported" ? refuse("no-provenance") : (found ?? notFound());
  },
);
