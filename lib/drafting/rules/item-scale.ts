import type { DraftedItem, DraftedRubric } from "@/lib/drafting/schema";
import type { Scale } from "@/lib/judgement/schema";

/** The scale that a drafted item gets: the one drafted for a criterion, else 1 to 5; yes or no for a question. */
export function scaleOfDraftedItem(kind: DraftedRubric["kind"], points: DraftedItem["points"]): Scale {
  if (kind === "checklist") return { type: "yesno" };
  return { type: "points", ...(points ?? { min: 1, max: 5 }) };
}
