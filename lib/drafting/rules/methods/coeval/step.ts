import { z } from "zod";
import {
  call,
  inBothProfiles,
  outcomeOf,
  responseOf,
  samplingOf,
  samplingParams,
  undecided,
} from "@/lib/drafting/rules/method";
import {
  highestOf,
  overallScale,
  PAPER,
  SYSTEM,
  taskAndInputOf,
} from "@/lib/drafting/rules/methods/coeval/paper";
import { evaluationForm } from "@/lib/drafting/rules/output-formats";
import type { ScoredLines } from "@/lib/drafting/rules/parse/coeval-score";
import { template } from "@/lib/drafting/rules/template";
import type {
  DraftedValue,
  DraftInput,
  DraftItem,
  DraftMethod,
  OutputProfile,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";
import type { ChatMessage } from "@/lib/llm/schema";

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

const OverallParams = StepParams.extend(overallScale);
type OverallParams = z.infer<typeof OverallParams>;

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
  const normalised = plain(response);
  const quotes = [...plain(line).matchAll(/"([^"]{8,2000})"/g)].map((match) => (match[1] as string).trim());
  return quotes.some((quote) => !normalised.includes(quote.replace(/[.,;:!?…]+$/, "")));
}

export const step = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.step",
      version: "3",
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

export const overall = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.overall_step",
      version: "3",
      title: "CoEval scores and overall score",
      description: "Scores every criterion, then goes on in the same conversation to one overall score.",
      paper: PAPER,
      produces: "overall",
      subject: "response",
      needs: ["response", "criteria"],
      templates: [stepTemplate.ref, overallTemplate.ref],
      params: OverallParams,
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
            slots: { lo: "1", hi: `${highestOf(params)}` },
            fence,
            form: evaluationForm(1, highestOf(params), false)[profile],
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
    }) satisfies Omit<DraftMethod<OverallParams>, "profile">,
);

/** All calls and answers so far as one conversation, with the system prompt once. */
function conversation(calls: readonly ParsedCall[]): ChatMessage[] {
  const turns = calls.flatMap(({ plan, text }) => [
    ...plan.messages.filter(({ role }) => role !== "system"),
    { role: "assistant" as const, content: text },
  ]);
  return [SYSTEM, ...turns];
}
