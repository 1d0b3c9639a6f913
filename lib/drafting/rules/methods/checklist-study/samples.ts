import { z } from "zod";
import { numbered, seedOf, undecided } from "@/lib/drafting/rules/method";
import { sampling } from "@/lib/drafting/rules/methods/checklist-study/paper";
import type { ItemAnswer } from "@/lib/drafting/rules/parse/item-answers";
import { majorityVote } from "@/lib/drafting/rules/votes";
import type { DraftedValue, DraftInput, NoValueReason, ParsedCall } from "@/lib/drafting/schema";

export const JudgeParams = z.strictObject({
  n: z
    .int()
    .min(1)
    .max(50)
    .default(10)
    .meta({ title: "Samples", description: "Half of them in each order, for pairs." }),
  ...sampling,
});
export type JudgeParams = z.infer<typeof JudgeParams>;

export const answersOf = (n: number) =>
  z.strictObject(
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i + 1}`, z.enum(["yes", "no", "n/a"])])),
  );
export const answers = z.record(z.string(), z.unknown());

export const sampleKey = (sample: number) => `sample:${sample}`;

export function checklistSlot(input: DraftInput, given: boolean) {
  return given ? ["Use this checklist:", { label: "CHECKLIST", text: numbered(input.items) }] : "";
}

export function samples<T>({ n }: Pick<JudgeParams, "n">, plan: (sample: number) => T): T[] {
  return Array.from({ length: n }, (_, sample) => plan(sample));
}

export function sent(params: JudgeParams, sampleIndex: number) {
  const { temperature, topP, maxOutputTokens } = params;
  return { temperature, topP, maxOutputTokens, ...seedOf(params, sampleIndex) };
}

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
