import type { DraftedItem, DraftedRubric, DraftedUnit } from "@/lib/drafting/schema";

/** The most items of a drafted rubric, and the most characters of each of their texts. */
export const MOST_ITEMS = 30;
export const LONGEST_ITEM = 500;

/**
 * A draft cut to fixed limits, whatever the texts that the model read told it: at most as many items as people can
 * review, and none that is too long.
 */
export function bounded(drafted: DraftedUnit): DraftedUnit {
  const { rubric, furtherRubrics } = drafted;
  if (!rubric) return drafted;
  return {
    ...drafted,
    rubric: boundedRubric(rubric),
    ...(furtherRubrics && { furtherRubrics: furtherRubrics.map(boundedRubric) }),
  };
}

function boundedRubric(rubric: DraftedRubric): DraftedRubric {
  const short = rubric.items.filter(isShort);
  const flags = [...rubric.flags];
  if (short.length < rubric.items.length) flags.push("long_items_left_out");
  if (short.length > MOST_ITEMS) flags.push("cut_at_30");
  return { ...rubric, items: short.slice(0, MOST_ITEMS), flags };
}

const isShort = ({ name = "", text, category = "" }: DraftedItem) =>
  [name, text, category].every(({ length }) => length <= LONGEST_ITEM);
