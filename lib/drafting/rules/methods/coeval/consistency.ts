import { z } from "zod";
import { type Consistency, consistency, cosine, type Match, tfIdf } from "@/lib/drafting/rules/consistency";
import { inBothProfiles } from "@/lib/drafting/rules/method";
import { criteriaCall, criteriaTemplate } from "@/lib/drafting/rules/methods/coeval/criteria";
import { PAPER } from "@/lib/drafting/rules/methods/coeval/paper";
import type { Factor } from "@/lib/drafting/rules/parse/factors";
import type { DraftedUnit, DraftMethod } from "@/lib/drafting/schema";

const ConsistencyParams = z.strictObject({
  n: z
    .int()
    .min(2)
    .max(50)
    .default(10)
    .meta({ title: "Sampled sets", description: "Beside the one at temperature 0." }),
  temperature: z.number().gt(0).max(2).default(0.7).meta({ title: "Temperature of the sampled sets" }),
  maxOutputTokens: z.int().min(1).max(200_000).default(2048).meta({ title: "Max tokens" }),
});
type ConsistencyParams = z.infer<typeof ConsistencyParams>;

export const consistencyMethod = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.consistency",
      version: "2",
      title: "CoEval criteria consistency",
      description:
        "Drafts the criteria once at temperature 0 and n times sampled; CC compares the samples with the first, ICC with each other.",
      paper: PAPER,
      produces: "measure",
      subject: "dataset",
      needs: ["demonstration"],
      templates: [criteriaTemplate.ref],
      params: ConsistencyParams,
      retries: 2,
      most: (_, { n }) => n + 1,
      plan: (input, { n, temperature, maxOutputTokens }, fence) => [
        criteriaCall(profile, "set:0", input, fence, { temperature: 0, maxOutputTokens }),
        ...Array.from({ length: n }, (_, i) =>
          criteriaCall(
            profile,
            `set:${i + 1}`,
            input,
            fence,
            { temperature, maxOutputTokens },
            { sampleIndex: i },
          ),
        ),
      ],
      reduce: (calls) => {
        const texts: string[] = [];
        const sets = calls.map(({ outcome }) => {
          if (!outcome.ok) return [];
          return (outcome.value as Factor[]).map(
            ({ name, text }) => texts.push(name === "" ? text : `${name}: ${text}`) - 1,
          );
        });
        const empty = sets.filter((set) => set.length === 0).length;
        return {
          embed: texts,
          finish: (vectors) => ({ values: [], measures: measured(sets, texts, vectors, empty) }),
        };
      },
    }) satisfies Omit<DraftMethod<ConsistencyParams>, "profile">,
);

function measured(
  sets: readonly (readonly number[])[],
  texts: readonly string[],
  vectors: readonly (readonly number[])[] | null,
  empty: number,
): NonNullable<DraftedUnit["measures"]> {
  const note = empty > 0 ? `${empty} of ${sets.length} sets were empty and left out` : undefined;
  const named = (name: string, found: Consistency | null, why?: string) =>
    (["cc", "icc"] as const).map((which) => {
      const remark = why ?? note;
      return { name: `${which}.${name}`, value: found?.[which] ?? null, ...(remark && { note: remark }) };
    });
  const by = (of: readonly (readonly number[])[], match: Match) =>
    consistency(sets, (a, b) => cosine(of[a] as readonly number[], of[b] as readonly number[]), match);
  const none = "no embedding model is configured";
  return [
    ...named("greedy_max@1", vectors && by(vectors, "greedy"), vectors ? undefined : none),
    ...named("assignment@1", vectors && by(vectors, "assignment"), vectors ? undefined : none),
    ...named("lexical@1", by(tfIdf(texts), "greedy")),
  ];
}
