import type { ReportOptions } from "@/lib/report/schema";
import type { ReadingRow } from "@/lib/report/schema/anchoring";
import type { ReportDraft, ReportJudgement } from "@/lib/report/schema/study";
import { Tallies } from "./clustered-ratio";
import type { DraftsById } from "./draft-table";
import { FloatColumn } from "./growable-columns";
import { draftAs } from "./measurement-scale";
import type { Scope } from "./scopes";
import { durationOf } from "./sessions";
import { orientedValue } from "./units";

/** Faster than this nobody reads with understanding. */
export const WORDS_PER_MINUTE = 400;

/** A draft taken over whole: how long it took, and whether that is less than reading it takes. */
export interface AdoptedDraft {
  seconds: number;
  words: number;
  faster: boolean;
}

/**
 * What a judgement took over, if it did: the drafted value and every line as it was, with the draft in view from the
 * start. Null where something was changed, or no time is known.
 */
export function adoptedDraft(
  judgement: ReportJudgement,
  draft: ReportDraft | undefined,
): AdoptedDraft | null {
  const { exposure, lines } = judgement;
  if (!draft || draft.words === 0 || (exposure !== null && exposure !== "draft-first")) return null;
  // The draft may be of the pair the other way round.
  const value = orientedValue(judgement, judgement.value);
  const drafted = orientedValue(draft, draft.value);
  if (value === null || drafted === null || value !== draftAs(value, drafted)) return null;
  if (lines.some(({ action }) => action !== "accept")) return null;
  const took = durationOf(judgement);
  if (took === null) return null;
  return {
    seconds: took / 1000,
    words: draft.words,
    faster: took < (draft.words / WORDS_PER_MINUTE) * 60_000,
  };
}

/** How many drafts of a scope were taken over faster than they can be read. */
export function readingSpeedRow(
  { name, units }: Scope,
  drafts: DraftsById,
  options: ReportOptions,
): ReadingRow {
  const counted = new Tallies(["accepted", "faster"]);
  const [seconds, words] = [new FloatColumn(), new FloatColumn()];
  for (const { humans, task } of units) {
    for (const { judgement } of humans.any) {
      const over = judgement?.draft ? adoptedDraft(judgement, drafts.get(judgement.draft)) : null;
      if (over === null) continue;
      counted.add(task, "accepted");
      if (over.faster) counted.add(task, "faster");
      seconds.push(over.seconds);
      words.push(over.words);
    }
  }
  const { value, ci, reason } = counted.share("faster", "accepted", options);
  return {
    scope: name,
    ...counted.all(),
    share: value,
    ci,
    medianSeconds: median(seconds.numbers()),
    medianWords: median(words.numbers()),
    reason,
    tasks: counted.count,
  };
}

/** The value in the middle; null of nothing. */
export function median(numbers: ArrayLike<number>): number | null {
  const sorted = new Float64Array(numbers).sort();
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
