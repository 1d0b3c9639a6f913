import { z } from "zod";
import {
  call,
  criteriaFrom,
  drafted,
  inBothProfiles,
  instructionOf,
  MATERIAL,
  numbered,
  outcomeOf,
  responseOf,
  samplingOf,
  samplingParams,
  undecided,
} from "@/lib/drafting/rules/method";
import { factors, jsonForm, result, verdict } from "@/lib/drafting/rules/output-formats";
import { bothOrders, inBothOrders, ordersOf, sidesOf } from "@/lib/drafting/rules/response-pairs";
import { type Slot, template } from "@/lib/drafting/rules/template";
import type { DraftedValue, DraftInput, DraftMethod, MethodNeed, ParsedCall } from "@/lib/drafting/schema";

/*
 * Gupta et al., SALC: criteria written for a given instruction, and judging by them; with the plain judge and
 * a fixed rubric as baselines.
 */

const PAPER = "Gupta et al., SALC: Unveiling Context-Aware Criteria in Self-Assessing LLMs";
const JUDGE = `You are an impartial judge.\n\n${MATERIAL}`;

const Params = z.strictObject(samplingParams(2048));
type Params = z.infer<typeof Params>;

const referenceOf = (input: DraftInput) => ({ label: "REFERENCE", text: input.reference ?? "" });
const criteriaOf = (input: DraftInput) => ({ label: "FACTORS", text: numbered(input.items) });

// ---------------------------------------------------------------- criteria for the instruction at hand

const absoluteTemplate = template("salc.criteria_absolute", "1", [
  {
    role: "system",
    content: `${JUDGE}

You are given an instruction, a response to it, and a reference answer that deserves the best score. Name the factors
that matter when people evaluate responses to this instruction, each with a short description phrased as questions to be
gone through step by step. The factors make sure that a response does what the instruction asks and agrees with the
reference, and that it is honest, helpful and harmless. They are objective, and mention no particular detail of the
response or of the reference. Length is a factor only if the instruction says something about it.`,
  },
  {
    role: "user",
    content: "{{instruction}}\n\n{{response}}\n\n{{reference}}\n\nNow name the factors.\n\n{{form}}",
  },
]);

const relativeTemplate = template("salc.criteria_relative", "1", [
  {
    role: "system",
    content: `${JUDGE}

You are given an instruction and two responses to it. Name the factors that matter when people compare responses to this
instruction, each with a detailed description phrased as questions to be gone through step by step. The factors make sure
that a response does what the instruction asks, and that it is honest, helpful and harmless. They are objective, and
mention no particular detail of the responses. Length is a factor only if the instruction says something about it.`,
  },
  { role: "user", content: "{{instruction}}\n\n{{a}}\n\n{{b}}\n\nNow name the factors.\n\n{{form}}" },
]);

const MANY = 12;

/** The factors as criteria; more than a person can keep in view are flagged. */
function factorsFrom(calls: readonly ParsedCall[]) {
  const rubric = criteriaFrom(calls, "factors");
  return rubric.items.length > MANY ? { ...rubric, flags: [...rubric.flags, "many_factors"] } : rubric;
}

const criteriaAbsolute = inBothProfiles(
  (profile) =>
    ({
      id: "salc.criteria_absolute",
      version: "1",
      title: "SALC criteria, one response",
      description:
        "Names the factors to judge a response by, from the instruction, the response and a reference answer.",
      paper: PAPER,
      produces: "criteria",
      subject: "response",
      needs: ["response", "reference"],
      templates: [absoluteTemplate.ref],
      params: Params,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        call({
          key: "factors",
          template: absoluteTemplate,
          slots: {
            instruction: instructionOf(input),
            response: responseOf(input),
            reference: referenceOf(input),
          },
          fence,
          form: factors[profile],
          sampling: samplingOf(params, 1),
        }),
      ],
      reduce: (calls) => ({ drafted: { rubric: factorsFrom(calls), values: [] } }),
    }) satisfies Omit<DraftMethod<Params>, "profile">,
);

const criteriaRelative = inBothProfiles(
  (profile) =>
    ({
      id: "salc.criteria_relative",
      version: "1",
      title: "SALC criteria, two responses",
      description: "Names the factors to compare two responses by, from the instruction and both of them.",
      paper: PAPER,
      produces: "criteria",
      subject: "pair",
      needs: ["pair"],
      templates: [relativeTemplate.ref],
      params: Params,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        call({
          key: "factors",
          template: relativeTemplate,
          slots: {
            instruction: instructionOf(input),
            ...sidesOf(input, "AB"),
          },
          fence,
          form: factors[profile],
          sampling: samplingOf(params, 1),
        }),
      ],
      reduce: (calls) => ({ drafted: { rubric: factorsFrom(calls), values: [] } }),
    }) satisfies Omit<DraftMethod<Params>, "profile">,
);

// ---------------------------------------------------------------- one score by the factors

const scoreTemplate = template("salc.evaluate_absolute", "1", [
  { role: "system", content: `${JUDGE}\n\nYou judge one response to an instruction.{{basis}}` },
  {
    role: "user",
    content: `{{instruction}}

{{response}}

{{reference}}

{{factors}}

Write detailed feedback on the response{{along}}, then one score from 1 to 5.

{{form}}`,
  },
]);

const FIXED_RUBRIC = `

Judge how faithfully the response does what the instruction asks:
1: it does not do it at all.
2: it tries, and misses much of it.
3: it does most of it, with mistakes.
4: it does almost all of it, with a tiny mistake.
5: it does all of it.`;

interface Scoring {
  id: string;
  title: string;
  description: string;
  needs: MethodNeed[];
  basis: (input: DraftInput) => string;
  along: string;
  slots: (input: DraftInput) => { reference: Slot; factors: Slot };
}

function scoring({ id, title, description, needs, basis, along, slots }: Scoring) {
  return inBothProfiles(
    (profile) =>
      ({
        id,
        version: "1",
        title,
        description,
        paper: PAPER,
        produces: "overall",
        subject: "response",
        needs,
        templates: [scoreTemplate.ref],
        params: Params,
        retries: 2,
        most: () => 1,
        plan: (input, params, fence) => [
          call({
            key: "score",
            template: scoreTemplate,
            slots: {
              instruction: instructionOf(input),
              response: responseOf(input),
              basis: basis(input),
              along,
              ...slots(input),
            },
            fence,
            form: result(1, 5)[profile],
            sampling: samplingOf(params, 1),
          }),
        ],
        reduce: (calls, input) => ({
          drafted: {
            values: [drafted("overall", outcomeOf<number>(calls, "score"), input.responses[0]?.id)],
          },
        }),
      }) satisfies Omit<DraftMethod<Params>, "profile">,
  );
}

const WITH_REFERENCE = " The reference answer deserves a 5.";
const given = (input: DraftInput): Slot => (input.reference ? referenceOf(input) : "");

// ---------------------------------------------------------------- a score and a weight for each factor

const weightedTemplate = template("salc.evaluate_absolute_weighted", "1", [
  {
    role: "system",
    content: `${JUDGE}\n\nYou judge one response to an instruction. The reference answer deserves a 5.`,
  },
  {
    role: "user",
    content: `{{instruction}}

{{response}}

{{reference}}

{{factors}}

Judge the response by each factor: feedback with regard to the reference, a score from 1 to 5, and how much the factor
matters for this instruction, as a weight from 0 to 100.

{{form}}`,
  },
]);

const score = z.int().min(1).max(5);
const weighed = z.object({
  factor: z.union([z.string(), z.number()]),
  feedback: z.string(),
  score,
  weight: z.number().min(0).max(100),
});
type Weighed = z.infer<typeof weighed>;

/** Factors by number or name; null when one is missing. Unknown factors are ignored. */
function inOrder(said: readonly Weighed[], items: DraftInput["items"]): Weighed[] | null {
  const core = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const found = items.map((item, i) =>
    said.find(({ factor }) => {
      const named = String(factor);
      return named.trim() === `${i + 1}` || core(named) === core(item.name ?? item.text);
    }),
  );
  return found.every((one) => one !== undefined) ? found : null;
}

const weighted = inBothProfiles(
  (profile) =>
    ({
      id: "salc.evaluate_absolute_weighted",
      version: "1",
      title: "SALC score from weighted factors",
      description:
        "A score and a weight for each factor; the overall score is their weighted mean, with two decimals.",
      paper: PAPER,
      produces: "scores",
      subject: "response",
      needs: ["response", "reference", "criteria"],
      templates: [weightedTemplate.ref],
      params: Params,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => {
        const form = jsonForm({
          name: "factors",
          demand: `Write one JSON object: {"factors": [{"factor": <its number>, "feedback": "<feedback>", "score": <1 to 5>, "weight": <0 to 100>}, …]} with one entry for each factor.`,
          asked: z.strictObject({
            factors: z.array(
              z.strictObject({ factor: z.int(), feedback: z.string(), score, weight: z.number() }),
            ),
          }),
          read: z.object({ factors: z.array(weighed) }).transform(({ factors: said }, context) => {
            const all = inOrder(said, input.items);
            if (all) return all;
            context.addIssue({ code: "custom", message: "a factor is missing" });
            return z.NEVER;
          }),
        })[profile];
        return [
          call({
            key: "factors",
            template: weightedTemplate,
            slots: {
              instruction: instructionOf(input),
              response: responseOf(input),
              reference: referenceOf(input),
              factors: criteriaOf(input),
            },
            fence,
            form,
            sampling: samplingOf(params, 1),
          }),
        ];
      },
      reduce: (calls, input) => {
        const parsed = outcomeOf<Weighed[]>(calls, "factors");
        const id = input.responses[0]?.id;
        const of = id === undefined ? {} : { response: id };
        if (!parsed?.ok) {
          const none = { ...of, value: null, undecided: undecided(parsed), lines: [], flags: [] };
          return {
            drafted: {
              values: [
                ...input.items.map((item) => ({ ...none, target: { item: item.id } })),
                { ...none, target: "overall" as const },
              ],
            },
          };
        }
        const values: DraftedValue[] = input.items.map((item, i) => {
          const { feedback, score } = parsed.value[i] as Weighed;
          return { target: { item: item.id }, ...of, value: score, lines: [feedback], flags: parsed.flags };
        });
        const overall: DraftedValue = {
          target: "overall",
          ...of,
          value: weightedMean(parsed.value),
          lines: parsed.value.map(
            ({ score, weight }, i) => `${input.items[i]?.name ?? i + 1}: score ${score}, weight ${weight}`,
          ),
          flags: parsed.flags,
        };
        return { drafted: { values: [...values, overall] } };
      },
    }) satisfies Omit<DraftMethod<Params>, "profile">,
);

/** Σ w s / Σ w with two decimals; equal weights when all are 0. */
export function weightedMean(scores: readonly { score: number; weight: number }[]): number {
  const total = scores.reduce((sum, { weight }) => sum + weight, 0);
  const weightOf = (weight: number) => (total === 0 ? 1 / scores.length : weight / total);
  const exact = scores.reduce((sum, { score, weight }) => sum + weightOf(weight) * score, 0);
  return Math.round(exact * 100) / 100;
}

// ---------------------------------------------------------------- which of two is better

const compareTemplate = template("salc.evaluate_relative", "1", [
  {
    role: "system",
    content: `${JUDGE}

You compare the responses of two assistants to an instruction. Neither the order in which they are shown nor what the
assistants are called may influence you.`,
  },
  {
    role: "user",
    content: `{{instruction}}

{{a}}

{{b}}

{{reference}}

{{factors}}

Which assistant's response is better?

{{form}}`,
  },
]);

const CompareParams = z.strictObject({
  ...bothOrders,
  ...samplingParams(2048),
});
type CompareParams = z.infer<typeof CompareParams>;

function comparing(id: string, title: string, description: string, withFactors: boolean) {
  return inBothProfiles(
    (profile) =>
      ({
        id,
        version: "1",
        title,
        description,
        paper: PAPER,
        produces: "preference",
        subject: "pair",
        needs: withFactors ? ["pair", "criteria"] : ["pair"],
        templates: [compareTemplate.ref],
        params: CompareParams,
        retries: 2,
        most: (_, params) => ordersOf(params).length,
        plan: (input, params, fence) =>
          ordersOf(params).map((order) =>
            call({
              key: order,
              template: compareTemplate,
              slots: {
                instruction: instructionOf(input),
                ...sidesOf(input, order, "RESPONSE OF ASSISTANT"),
                reference: given(input),
                factors: withFactors ? criteriaOf(input) : "",
              },
              fence,
              form: verdict[profile],
              sampling: samplingOf(params, 1),
              order,
            }),
          ),
        reduce: (calls) => ({
          drafted: {
            values: [
              inBothOrders(calls, (said: "A" | "B", order) =>
                order === "AB" ? said : said === "A" ? "B" : "A",
              ),
            ],
          },
        }),
      }) satisfies Omit<DraftMethod<CompareParams>, "profile">,
  );
}

export const salcMethods = [
  ...criteriaAbsolute,
  ...criteriaRelative,
  ...scoring({
    id: "salc.evaluate_absolute",
    title: "SALC score",
    description: "Feedback along the factors with regard to the reference, then one score from 1 to 5.",
    needs: ["response", "reference", "criteria"],
    basis: () => WITH_REFERENCE,
    along: ", factor by factor and with regard to the reference",
    slots: (input) => ({ reference: referenceOf(input), factors: criteriaOf(input) }),
  }),
  ...weighted,
  ...comparing(
    "salc.evaluate_relative",
    "SALC comparison",
    "Feedback along the factors on two responses, then which is better; no tie.",
    true,
  ),
  ...scoring({
    id: "judge.plain_absolute",
    title: "Plain judge, score",
    description: "The baseline without factors: feedback, then one score from 1 to 5.",
    needs: ["response"],
    basis: (input) => (input.reference ? WITH_REFERENCE : ""),
    along: "",
    slots: (input) => ({ reference: given(input), factors: "" }),
  }),
  ...comparing(
    "judge.plain_relative",
    "Plain judge, comparison",
    "The baseline without factors: feedback on two responses, then which is better.",
    false,
  ),
  ...scoring({
    id: "judge.fixed_rubric",
    title: "Judge with a fixed rubric",
    description:
      "The baseline with one rubric for every instruction: how faithfully it was done, from 1 to 5.",
    needs: ["response"],
    basis: (input) => `${FIXED_RUBRIC}${input.reference ? `\n\nThe reference answer deserves a 5.` : ""}`,
    along: " by this rubric",
    slots: (input) => ({ reference: given(input), factors: "" }),
  }),
];
