import { median } from "@/lib/agreement/quantile";
import type { ReportOptions } from "@/lib/report/schema";
import type { ReadingRow } from "@/lib/report/schema/anchoring";
import type { ReportDraft, ReportJudgement } from "@/lib/report/schema/study";
import { Tallies } from "./clustered-ratio";
import type { DraftsOfOrigin } from "./draft-origins";
import { draftAs } from "./measurement-scale";
import type { Scope } from "./scopes";
import { durationOf } from "./sessions";
import { orientedValue } from "./unit-values";

/** Reading faster than this is not possible with understanding. */
export const WORDS_PER_MINUTE = 400;

/** An adopted draft: the time taken, and whether that is less than reading takes. */
interface AdoptedDraft {
  seconds: number;
  words: number;
  faster: boolean;
}

/**
 * The draft that a judgement adopted: its value and all its lines unchanged, visible from the start. Null
 * when something was changed, or the time is unknown.
 */
export function adoptedDraft(
  judgement: ReportJudgement,
  draft: ReportDraft | undefined,
): AdoptedDraft | null {
  const { exposure } = judgement;
  if (!draft || draft.words === 0 || (exposure !== null && exposure !== "draft-first")) return null;
  // The draft may have the pair in reverse order.
  const value = orientedValue(judgement, judgement.value);
  const drafted = orientedValue(draft, draft.value);
  if (value === null || drafted === null || value !== draftAs(value, drafted)) return null;
  if (judgement.lines.some(({ action }) => action !== "accept")) return null;
  const duration = durationOf(judgement);
  if (duration === null) return null;
  return {
    seconds: duration / 1000,
    words: draft.words,
    faster: duration < (draft.words / WORDS_PER_MINUTE) * 60_000,
  };
}

/** Number of adopted drafts in a scope, and of those adopted faster than they can be read. */
export function readingSpeedRow(
  { name, units }: Scope,
  origin: DraftsOfOrigin,
  options: ReportOptions,
): ReadingRow {
  const counted = new Tallies(["accepted", "faster"]);
  const [seconds, words]: [number[], number[]] = [[], []];
  for (const { humans, task } of units.source.hasDrafts ? units : []) {
    for (const rated of humans.any) {
      const draft = rated.draft === null ? undefined : origin.draftOf(rated);
      const over = draft && rated.judgement ? adoptedDraft(rated.judgement, draft) : null;
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
    origin: origin.kind,
    ...counted.all(),
    share: value,
    ci,
    medianSeconds: median(seconds),
    medianWords: median(words),
    reason,
    tasks: counted.count,
  };
}
