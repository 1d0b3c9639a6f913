import type { MissingRecords, PaperSource } from "@/lib/report/schema/paper-table";
import { itemsOfBoth } from "./ablated";
import type { Sign } from "./ablation";

/** Which of the items that an ablation left out are wanted. */
interface WantedItems {
  /** Those that helped agreement with people, or those that hurt it. */
  sign: Exclude<Sign, "neutral">;
  /** Only those with a change above 0.9. */
  strong: boolean;
  /** Only those without which all samples say the same. */
  equal: boolean;
}

/**
 * The keys of the items with this sign, by any judge of pairs or of ratings, and the number of all items that were left
 * out; or what the study lacks for an ablation.
 */
export function itemsOfSign(
  source: PaperSource,
  { sign, strong, equal }: WantedItems,
): { keys: ReadonlySet<string>; of: number } | MissingRecords {
  const found = itemsOfBoth(source);
  if ("missing" in found) return found;
  const wanted = found.items.filter(
    (item) => item.sign === sign && (item.isStrong || !strong) && (item.isStable || !equal),
  );
  const ablated = new Set(found.items.flatMap(({ keys }) => keys));
  return { keys: new Set(wanted.flatMap(({ keys }) => keys)), of: ablated.size };
}
