import { undecided } from "@/lib/drafting/rules/method";
import type { ItemAnswer } from "@/lib/drafting/rules/parse/item-answers";
import { majorityVote } from "@/lib/drafting/rules/votes";
import type { DraftedValue, DraftInput, NoValueReason, ParsedCall } from "@/lib/drafting/schema";

export function response(id: string | undefined) {
  return id === undefined ? {} : { response: id };
}

export function reasonFor(reason: string | undefined): string[] {
  return reason ? [reason] : [];
}

export function whyNone(calls: readonly ParsedCall[]): NoValueReason {
  return undecided(calls.find(({ outcome }) => !outcome.ok)?.outcome);
}

/**
 * Per item the majority of the samples with the right number of answers; an even split is undecided. Without any such
 * sample the reason is that of the calls, where none of them could be read.
 */
export function itemDrafts(
  input: DraftInput,
  calls: readonly ParsedCall[],
  samplesOf: readonly (ItemAnswer[] | null)[],
  id: string | undefined,
): DraftedValue[] {
  const valid = samplesOf.filter((one) => one !== null);
  const why = calls.some(({ outcome }) => outcome.ok) ? "parse_failed" : whyNone(calls);
  return input.items.map((item, i) => {
    const votes = valid.map((one) => one[i] as ItemAnswer);
    const value = majorityVote(votes);
    const draft = { target: { item: item.id }, ...response(id), lines: [], votes, flags: [] };
    if (value === null) return { ...draft, value, undecided: why };
    return value === "tie" ? { ...draft, value: null, undecided: "tie" } : { ...draft, value };
  });
}
