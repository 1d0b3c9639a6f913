import { sideOf } from "@/lib/judgement/rules/sides";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { ReportOptions } from "@/lib/report/schema";
import type { SideRow } from "@/lib/report/schema/positions";
import type { ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { Tallies } from "./clustered-ratio";
import { byName } from "./scopes";

type SideTally = Tallies<"preferences" | "left" | "right" | "ties" | "sided">;

/**
 * The share of preferences for the response that stood on the left: of all people together, then of each person.
 * Sides drawn at random make the share one half for people who judge the responses alone. Only the final value of
 * each judgement counts.
 */
export function sidesOf({ judgements }: Pick<StudyData, "judgements">, options: ReportOptions): SideRow[] {
  const everyone = newTally();
  const people = new Map<string, SideTally>();
  for (const judgement of judgements) {
    const side = sideShown(judgement);
    if (side === null) continue;
    const own = people.get(judgement.rater) ?? newTally();
    people.set(judgement.rater, own);
    for (const tally of [everyone, own]) {
      tally.add(judgement.task, "preferences");
      tally.add(judgement.task, side);
      if (side !== "ties") tally.add(judgement.task, "sided");
    }
  }
  if (people.size === 0) return [];
  const sorted = [...people].sort(([a], [b]) => byName(a, b));
  return [rowOf(null, everyone, options), ...sorted.map(([rater, tally]) => rowOf(rater, tally, options))];
}

const newTally = (): SideTally => new Tallies(["preferences", "left", "right", "ties", "sided"]);

/** The side a person preferred as it was shown; null where there is no preference, or the sides are unknown. */
function sideShown({
  item,
  raterKind,
  pair,
  left,
  value,
}: ReportJudgement): "left" | "right" | "ties" | null {
  if (item !== PREFERENCE || raterKind !== "human" || !pair || left === undefined || value === null)
    return null;
  const side = sideOf(value);
  if (side === "tie") return "ties";
  const preferred = side === "A" ? pair[0] : pair[1];
  return preferred === left ? "left" : "right";
}

function rowOf(rater: string | null, tally: SideTally, options: ReportOptions): SideRow {
  const { preferences, left, right, ties } = tally.all();
  const { value, ci, reason } = tally.share("left", "sided", options);
  return { rater, preferences, left, right, ties, leftShare: value, ci, reason, tasks: tally.count };
}
