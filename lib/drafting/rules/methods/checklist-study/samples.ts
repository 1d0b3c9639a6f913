import { z } from "zod";
import { numbered, seedOf } from "@/lib/drafting/rules/method";
import { sampling } from "@/lib/drafting/rules/methods/checklist-study/paper";
import type { DraftInput } from "@/lib/drafting/schema";

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
