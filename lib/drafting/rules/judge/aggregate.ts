import { meanOfKnown } from "@/lib/agreement/arithmetic-mean";
import type { JudgeAnswer } from "@/lib/drafting/rules/judge/form";
import { drafted, undecided } from "@/lib/drafting/rules/method";
import { roundHalfUp } from "@/lib/drafting/rules/votes";
import type { DraftedLabel, DraftedUnit, DraftedValue, ParseResult } from "@/lib/drafting/schema";
import type { Aggregation, GivenValue } from "@/lib/drafting/schema/judge-spec";
import { majority } from "@/lib/judgement/rules/majority";

/** A judge's value for one target: that of a draft, or a label. */
export type JudgedValue = Omit<DraftedValue, "target" | "value"> & {
  target: DraftedValue["target"] | "label";
  value: GivenValue | null;
};

/** The values of a unit as they are stored: a label is no draft of a score, an answer or a preference. */
export function unitOf(values: readonly JudgedValue[]): DraftedUnit {
  const [first] = values;
  if (first?.target !== "label") return { values: values as DraftedValue[] };
  const { value, undecided: why, lines, votes, flags } = first;
  const label: DraftedLabel = {
    label: value === null ? null : String(value),
    ...(why && { undecided: why }),
    ...{ lines, flags },
    ...(votes && { votes: votes.map((vote) => (vote === null ? null : String(vote))) }),
  };
  return { values: [], label };
}

/** The value of one target from its samples, of which at least half must be parsed. */
export function valueFromSamples(
  target: JudgedValue["target"],
  samples: readonly (ParseResult<JudgeAnswer> | undefined)[],
  aggregation: Aggregation,
  response?: string,
): JudgedValue {
  const [only] = samples;
  if (samples.length === 1) return drafted(target, only, response);
  const votes = samples.map((parsed) => (parsed?.ok ? parsed.value : null));
  const common = { target, ...(response !== undefined && { response }), votes, lines: [], flags: [] };
  const valid = votes.filter((vote) => vote !== null);
  if (valid.length < Math.ceil(samples.length / 2)) {
    return { ...common, value: null, undecided: undecided(samples.find((parsed) => !parsed?.ok)) };
  }
  const value = aggregated(valid, aggregation);
  if (value === null) return { ...common, value, undecided: "tie" };
  return { ...common, value, lines: rationaleFor(samples, value) };
}

/** The value of several samples; null where a majority is split. */
function aggregated(votes: readonly JudgeAnswer[], aggregation: Aggregation): JudgeAnswer | null {
  const numbers = votes.filter((vote) => typeof vote === "number");
  if (aggregation === "majority" || numbers.length < votes.length) return majority(votes);
  if (aggregation === "mean") return roundHalfUp(meanOfKnown(numbers) ?? 0);
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return roundHalfUp((low + high) / 2);
}

/** The first rationale that ended in the value, otherwise the first one. */
function rationaleFor(
  samples: readonly (ParseResult<JudgeAnswer> | undefined)[],
  value: JudgeAnswer,
): string[] {
  const spoken = samples.flatMap((parsed) => (parsed?.ok && parsed.rationale !== "" ? [parsed] : []));
  const chosen = spoken.find((parsed) => parsed.value === value) ?? spoken[0];
  return chosen ? [chosen.rationale] : [];
}
