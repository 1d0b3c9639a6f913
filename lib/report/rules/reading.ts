import type { ReadingRow } from "@/lib/report/schema";
import type { ReportDraft, ReportJudgement } from "@/lib/report/schema/study";
import type { Scope } from "./scopes";
import { durationOf } from "./sessions";
import { facing } from "./units";

/** Faster than this nobody reads with understanding. */
export const WORDS_PER_MINUTE = 400;

/** A draft taken over whole: how long it took, and whether that is less than reading it takes. */
export interface TakenOver {
  seconds: number;
  words: number;
  faster: boolean;
}

/**
 * What a judgement took over, if it did: the drafted value and every line as it was, with the draft in view from the
 * start. Null where something was changed, or no time is known.
 */
export function takenOver(judgement: ReportJudgement, draft: ReportDraft | undefined): TakenOver | null {
  const { exposure, lines } = judgement;
  if (!draft || draft.words === 0 || (exposure !== null && exposure !== "draft-first")) return null;
  // The draft may be of the pair the other way round.
  const value = facing(judgement, judgement.value);
  if (value === null || value !== facing(draft, draft.value)) return null;
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
export function readingOf({ name, units }: Scope, drafts: ReadonlyMap<string, ReportDraft>): ReadingRow {
  const found = units.flatMap(({ humans }) =>
    humans.any.flatMap(({ judgement }) =>
      judgement?.draft ? (takenOver(judgement, drafts.get(judgement.draft)) ?? []) : [],
    ),
  );
  const faster = found.filter((one) => one.faster).length;
  return {
    scope: name,
    accepted: found.length,
    faster,
    share: found.length === 0 ? null : faster / found.length,
    medianSeconds: median(found.map(({ seconds }) => seconds)),
    medianWords: median(found.map(({ words }) => words)),
    reason: found.length === 0 ? "none-qualify" : null,
  };
}

/** The value in the middle; null of nothing. */
export function median(numbers: Iterable<number>): number | null {
  const sorted = Float64Array.from(numbers).sort();
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
