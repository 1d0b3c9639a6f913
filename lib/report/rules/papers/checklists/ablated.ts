import type { MissingRecords, PaperSource } from "@/lib/report/schema/paper-table";
import { judgesWith, type Part } from "./build";
import { type AblatedChecklist, ablatedChecklists, type SignedItem, signedItems } from "./signs";
import type { Kind } from "./verdicts";

/** The parts of a study that the tables of an ablation need. */
export const ABLATION: readonly Part[] = ["known", "none", "ablation"];

const KINDS = ["pairwise", "direct"] as const;

/** Plurals of the judged things. */
export const JUDGED = { pairwise: "pairs", direct: "ratings" } as const;

export const SCORES = {
  pairwise:
    "Scores are means of samples: 1 for the response whose id comes first in the alphabet, 2 for the other.",
  direct: "Scores are means of samples from 1 to 5; people’s score is their mean, or gold’s.",
} as const;

/** The ablated checklists of one kind, or what the study lacks for them. */
export function checklistsOf(
  source: PaperSource,
  kind: Kind,
): { checklists: AblatedChecklist[] } | MissingRecords {
  const found = judgesWith(source, kind, ABLATION);
  if ("missing" in found) return found;
  const checklists = ablatedChecklists(found.data, found.judges);
  if (checklists.length > 0) return { checklists };
  return {
    missing: [
      "pairs or responses that people judged, and one model both without a checklist and in an ablation",
    ],
  };
}

/** The items of both kinds, or what the study lacks for them. */
export function itemsOfBoth(
  source: PaperSource,
): { items: SignedItem[]; checklists: AblatedChecklist[] } | MissingRecords {
  const from = { ...source, ...source.whole };
  const found = KINDS.map((kind) => checklistsOf(from, kind));
  const checklists = found.flatMap((one) => ("missing" in one ? [] : one.checklists));
  if (checklists.length > 0) return { items: signedItems(checklists), checklists };
  return { missing: found.flatMap((one) => ("missing" in one ? one.missing : [])) };
}
