import { z } from "zod";
import { type Consistency, consistency, cosine, type Match, tfIdf } from "@/lib/drafting/rules/consistency";
import {
  call,
  criteriaFrom,
  drafted,
  inBothProfiles,
  instructionOf,
  MATERIAL,
  outcomeOf,
  responseOf,
  samplingOf,
  samplingParams,
  undecided,
} from "@/lib/drafting/rules/method";
import { bareScore, criteria, evaluationForm } from "@/lib/drafting/rules/output-formats";
import type { Factor } from "@/lib/drafting/rules/parse/factors";
import type { ScoredLines } from "@/lib/drafting/rules/parse/numbered-lines";
import { type Slot, template } from "@/lib/drafting/rules/template";
import type {
  DraftedUnit,
  DraftedValue,
  DraftInput,
  DraftItem,
  DraftMethod,
  OutputProfile,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";
import type { ChatMessage } from "@/lib/llm/schema";

/*
 * Li et al. (2023), CoEval: a model drafts the criteria of a task, scores outputs criterion by criterion with
 * explanation lines, and then overall; people decide on every criterion and line.
 */

const PAPER =
  "Li et al. (2023), CoEval: Exploring the Reliability of LLMs as Customized Evaluators for Diverse NLP Tasks";
const SYSTEM: ChatMessage = {
  role: "system",
  content: `You evaluate texts that were written for a task.\n\n${MATERIAL}`,
};

const Params = z.strictObject(samplingParams(2048));
type Params = z.infer<typeof Params>;

/** The experts' description of the task as a whole; without it, instruction and input. */
const taskOf = (input: DraftInput) => ({
  label: "TASK",
  text: input.description ?? instructionOf(input).text,
});

/**
 * What the judged output was written for. A description of the task as a whole does not contain that, so
 * instruction and input follow it; without one the instruction is the task and its input the input.
 */
function taskAndInputOf(input: DraftInput): Record<"task" | "input", Slot> {
  if (input.description !== undefined)
    return { task: taskOf(input), input: { label: "INPUT", text: instructionOf(input).text } };
  const { input: applied, ...instruction } = input;
  return {
    task: { label: "TASK", text: instructionOf(instruction).text },
    input: applied ? { label: "INPUT", text: applied } : "",
  };
}

// ---------------------------------------------------------------- criteria of a task

const criteriaTemplate = template("coeval.criteria", "1", [
  SYSTEM,
  {
    role: "user",
    content: `Here is a task, with one example of an input and an output.

{{task}}

{{example_input}}

{{example_output}}

Understand how the task is done. What is asked of you is another thing: say how outputs for this task are to be evaluated.
List the criteria: those that hold for texts of any kind, and those that belong to this very task. The list is clear and
complete.

{{form}}`,
  },
]);

function criteriaCall(
  profile: OutputProfile,
  key: string,
  input: DraftInput,
  fence: TextFence,
  sampling: ReturnType<typeof samplingOf>,
  sampleIndex = 0,
) {
  return call({
    key,
    template: criteriaTemplate,
    slots: {
      task: taskOf(input),
      example_input: { label: "EXAMPLE INPUT", text: input.demonstration?.input ?? "" },
      example_output: { label: "EXAMPLE OUTPUT", text: input.demonstration?.output ?? "" },
    },
    fence,
    form: criteria[profile],
    sampling,
    sampleIndex,
  });
}

const draftCriteria = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.criteria",
      version: "1",
      title: "CoEval criteria",
      description: "Drafts the criteria of a task from its description and one example of input and output.",
      paper: PAPER,
      produces: "criteria",
      subject: "dataset",
      needs: ["demonstration"],
      templates: [criteriaTemplate.ref],
      params: Params,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        criteriaCall(profile, "criteria", input, fence, samplingOf(params, 1)),
      ],
      reduce: (calls) => ({ drafted: { rubric: criteriaFrom(calls, "criteria"), values: [] } }),
    }) satisfies Omit<DraftMethod<Params>, "profile">,
);

// ---------------------------------------------------------------- criterion by criterion

const stepTemplate = template("coeval.step", "2", [
  SYSTEM,
  {
    role: "user",
    content: `Evaluate whether an output meets one criterion.

{{task}}

{{input}}

{{output}}

{{criterion}}

1. Verify whether the output meets the criterion, and explain it.
2. Give a score from {{lo}} (the worst) to {{hi}} (the best).

{{form}}`,
  },
]);

const overallTemplate = template("coeval.overall_step", "1", [
  {
    role: "user",
    content: `You have evaluated the output by every criterion. With the input and all of these evaluations in view, verify
how good the output is as a whole, explain it, and give one overall score from {{lo}} (the worst) to {{hi}} (the best).

{{form}}`,
  },
]);

const StepParams = z.strictObject({
  withEvidence: z
    .boolean()
    .default(true)
    .meta({ title: "Evidence", description: "Ask for quoted sentences, as lines of their own." }),
  ...samplingParams(1024),
});
type StepParams = z.infer<typeof StepParams>;

const scaleOf = ({ points }: Pick<DraftItem, "points">) => ({ lo: points?.min ?? 1, hi: points?.max ?? 5 });

function stepCalls(profile: OutputProfile, input: DraftInput, params: StepParams, fence: TextFence) {
  return input.items.map((item) => {
    const { lo, hi } = scaleOf(item);
    return call({
      key: stepKey(item),
      template: stepTemplate,
      slots: {
        ...taskAndInputOf(input),
        output: responseOf(input, 0, "OUTPUT"),
        criterion: { label: "CRITERION", text: item.name ? `${item.name}: ${item.text}` : item.text },
        lo: `${lo}`,
        hi: `${hi}`,
      },
      fence,
      form: evaluationForm(lo, hi, params.withEvidence)[profile],
      sampling: samplingOf(params, 1),
      item: item.id,
    });
  });
}

const stepKey = (item: DraftItem) => `item:${item.id}`;

function scored(
  target: DraftedValue["target"],
  calls: readonly ParsedCall[],
  key: string,
  input: DraftInput,
): DraftedValue {
  const parsed = outcomeOf<ScoredLines>(calls, key);
  const id = input.responses[0]?.id;
  const common = { target, ...(id !== undefined && { response: id }) };
  if (!parsed?.ok) return { ...common, value: null, undecided: undecided(parsed), lines: [], flags: [] };
  const { lines, score, scoreLine, why } = parsed.value;
  const flags = [...parsed.flags];
  if (lines.some((line) => hasForeignQuote(line, input.responses[0]?.text ?? "")))
    flags.push("quote_not_found");
  return {
    ...common,
    value: score,
    ...(score === null && {
      undecided: why === "out_of_range" ? ("out_of_range" as const) : ("parse_failed" as const),
    }),
    lines,
    ...(scoreLine !== undefined && { scoreLine }),
    flags,
  };
}

/** True if a line quotes something that the response does not contain, ignoring spaces and case. */
export function hasForeignQuote(line: string, response: string): boolean {
  const plain = (text: string) =>
    text.toLowerCase().replace(/\s+/g, " ").replace(/[“”]/g, '"').replace(/’/g, "'");
  const said = plain(response);
  const quotes = [...plain(line).matchAll(/"([^"]{8,2000})"/g)].map((match) => (match[1] as string).trim());
  return quotes.some((quote) => !said.includes(quote.replace(/[.,;:!?…]+$/, "")));
}

const step = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.step",
      version: "2",
      title: "CoEval scores",
      description:
        "One call for each criterion: a conclusion, a score and quoted evidence, as lines people act on.",
      paper: PAPER,
      produces: "scores",
      subject: "response",
      needs: ["response", "criteria"],
      templates: [stepTemplate.ref],
      params: StepParams,
      retries: 2,
      most: (input) => input.items.length,
      plan: (input, params, fence) => stepCalls(profile, input, params, fence),
      reduce: (calls, input) => ({
        drafted: {
          values: input.items.map((item) => scored({ item: item.id }, calls, stepKey(item), input)),
        },
      }),
    }) satisfies Omit<DraftMethod<StepParams>, "profile">,
);

const overall = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.overall_step",
      version: "2",
      title: "CoEval scores and overall score",
      description:
        "Scores every criterion, then goes on in the same conversation to one overall score from 1 to 5.",
      paper: PAPER,
      produces: "overall",
      subject: "response",
      needs: ["response", "criteria"],
      templates: [stepTemplate.ref, overallTemplate.ref],
      params: StepParams,
      retries: 2,
      most: (input) => input.items.length + 1,
      plan: (input, params, fence) => stepCalls(profile, input, params, fence),
      reduce: (calls, input, params, fence) => {
        const steps = calls.filter(({ plan }) => plan.key !== "overall");
        const read = steps.filter(({ outcome }) => outcome.ok);
        if (calls.length === steps.length && read.length > 0) {
          const last = call({
            key: "overall",
            template: overallTemplate,
            slots: { lo: "1", hi: "5" },
            fence,
            form: evaluationForm(1, 5, false)[profile],
            sampling: samplingOf(params, 1),
          });
          return { calls: [{ ...last, messages: [...conversation(read), ...last.messages] }] };
        }
        return {
          drafted: {
            values: [
              ...input.items.map((item) => scored({ item: item.id }, calls, stepKey(item), input)),
              scored("overall", calls, "overall", input),
            ],
          },
        };
      },
    }) satisfies Omit<DraftMethod<StepParams>, "profile">,
);

/** All calls and answers so far as one conversation, with the system prompt once. */
function conversation(calls: readonly ParsedCall[]): ChatMessage[] {
  const turns = calls.flatMap(({ plan, text }) => [
    ...plan.messages.filter(({ role }) => role !== "system"),
    { role: "assistant" as const, content: text },
  ]);
  return [SYSTEM, ...turns];
}

// ---------------------------------------------------------------- overall at once

const directTemplate = template("coeval.direct", "2", [
  SYSTEM,
  {
    role: "user",
    content: `{{task}}

{{input}}

{{output}}

Give the output one overall score from 1 (the worst) to 5 (the best), without an explanation.

{{form}}`,
  },
]);

const direct = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.direct",
      version: "2",
      title: "CoEval direct score",
      description: "One overall score from 1 to 5, without criteria and without an explanation.",
      paper: PAPER,
      produces: "overall",
      subject: "response",
      needs: ["response"],
      templates: [directTemplate.ref],
      params: Params,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        call({
          key: "score",
          template: directTemplate,
          slots: { ...taskAndInputOf(input), output: responseOf(input, 0, "OUTPUT") },
          fence,
          form: bareScore(1, 5)[profile],
          sampling: samplingOf(params, 1),
        }),
      ],
      reduce: (calls, input) => ({
        drafted: { values: [drafted("overall", outcomeOf<number>(calls, "score"), input.responses[0]?.id)] },
      }),
    }) satisfies Omit<DraftMethod<Params>, "profile">,
);

// ---------------------------------------------------------------- how consistent the criteria are

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

const consistencyMethod = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.consistency",
      version: "1",
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
          criteriaCall(profile, `set:${i + 1}`, input, fence, { temperature, maxOutputTokens }, i),
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
      const said = why ?? note;
      return { name: `${which}.${name}`, value: found?.[which] ?? null, ...(said && { note: said }) };
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

export const coevalMethods = [...draftCriteria, ...step, ...overall, ...direct, ...consistencyMethod];
