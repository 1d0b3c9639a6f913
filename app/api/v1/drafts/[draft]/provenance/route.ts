import { notFound, route } from "@/lib/api/route";
import { draftProvenance } from "@/lib/drafting/data/progress";
import { Provenance } from "@/lib/drafting/schema/provenance";
import { refuse } from "@/lib/http/refusals";
import { DraftParams } from "@/lib/resources/schema/queries";

export const GET = route(
  {
    as: "researcher",
    summary: "Provenance of a draft: prompts, answers, settings, cost",
    answer: Provenance,
    params: DraftParams,
  },
  async ({ actor, params }) => {
    const found = await draftProvenance(actor, params.draft);
    return found === "imported" ? refuse("no-provenance") : (found ?? notFound());
  },
);
