import { z } from "zod";
import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import {
  answerTokens,
  call,
  inBothProfiles,
  laterAs,
  outcomeOf,
  responseOf,
  samplingOf,
  samplingParams,
  undecided,
  withDistinctSamples,
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
import { template } from "@/lib/drafting/rules/prompt-template";
import { roundHalfUp } from "@/lib/drafting/rules/votes";
import type {
  CallPlan,
  DraftedValue,
  DraftInput,
  DraftItem,
  DraftMethod,
  OutputProfile,
  ParsedCall,
  RevisedEvaluation,
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

const SampledParams = StepParams.extend({
  samples: z.int().min(1).max(50).optional().meta({
    title: "Samples",
    description:
      "Calls for each criterion, of whose scores the mean counts, rounded half up; the paper’s ablation has 10. Empty: one, at temperature 0.",
  }),
});
type SampledParams = z.infer<typeof SampledParams>;

const OverallParams = StepParams.extend({
  ...overallScale,
  history: z.enum(["draft", "humanEdited"]).optional().meta({
    title: "Evaluations before the overall score",
    description:
      "humanEdited: as people revised them, where a batch has a person’s score for the criterion. Empty: as drafted.",
  }),
});
type OverallParams = z.infer<typeof OverallParams>;

const scaleOf = ({ points }: Pick<DraftItem, "points">) => ({ lo: points?.min ?? 1, hi: points?.max ?? 5 });

function stepCalls(
  profile: OutputProfile,
  input: DraftInput,
  params: SampledParams,
  fence: TextFence,
  items = input.items,
) {
  const { samples = 1 } = params;
  return items.flatMap((item) => {
    const { lo, hi } = scaleOf(item);
    return Array.from({ length: samples }, (_, sampleIndex) =>
      call({
        key: stepKey(item, sampleIndex),
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
        sampling: samplingOf(params, samples, sampleIndex),
        sampleIndex,
        item: item.id,
      }),
    );
  });
}

const stepKey = (item: Pick<DraftItem, "id">, sample = 0) =>
  sample === 0 ? `item:${item.id}` : `item:${item.id} sample:${sample}`;

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
  const { lines, score, scoreLine, quotedFrom = parsed.value.lines.length, why } = parsed.value;
  const flags = [...parsed.flags];
  // The conclusion may quote the words of the task or the criterion.
  const isEvidence = (at: number) => at > 0 && at !== scoreLine;
  const isForeign = (line: string, at: number) =>
    isEvidence(at) && hasForeignQuote(line, input.responses[0]?.text ?? "", at >= quotedFrom);
  if (lines.some(isForeign)) flags.push("quote_not_found");
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

/**
 * The score of several samples: the mean of those that could be read, at least half of them, rounded half up. The lines
 * are those of the sample nearest to it, because people decide on lines.
 */
function scoredBySamples(
  item: DraftItem,
  calls: readonly ParsedCall[],
  input: DraftInput,
  { samples = 1 }: SampledParams,
): DraftedValue {
  const all = Array.from({ length: samples }, (_, sample) =>
    scored({ item: item.id }, calls, stepKey(item, sample), input),
  );
  const [first] = all as [DraftedValue, ...DraftedValue[]];
  if (samples === 1) return first;
  const votes = all.map(({ value }) => (typeof value === "number" ? value : null));
  const read = votes.filter((vote) => vote !== null);
  if (read.length < Math.ceil(samples / 2))
    return { ...(all.find(({ value }) => value === null) ?? first), votes };
  const value = roundHalfUp(arithmeticMean(read));
  const distance = (one: DraftedValue) =>
    typeof one.value === "number" ? Math.abs(one.value - value) : Number.POSITIVE_INFINITY;
  const nearest = all.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  return { ...nearest, value, votes };
}

const SHORTEST_QUOTE = 8;

/**
 * True if a line quotes something that the response does not contain, ignoring spaces and case. A line that is all
 * quotation is one without marks, too, or with marks of another kind.
 */
export function hasForeignQuote(line: string, response: string, isQuotation = false): boolean {
  const plain = (text: string) =>
    text.toLowerCase().replace(/\s+/g, " ").replace(/[“”]/g, '"').replace(/[‘’]/g, "'");
  const normalised = plain(response);
  // Short quotations are of single words, which prove nothing; they are paired all the same.
  const marked = [...plain(line).matchAll(/"([^"]{0,2000})"/g)].flatMap(([, quote = ""]) =>
    quote.length < SHORTEST_QUOTE ? [] : [quote],
  );
  const unmarked = plain(line).replace(/^[\s"']+|[\s"'.,;:!?…]+$/g, "");
  const quotes = isQuotation && marked.length === 0 ? [unmarked] : marked;
  return quotes.some((quote) => !normalised.includes(quote.trim().replace(/[.,;:!?…]+$/, "")));
}

export const step = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.step",
      version: "4",
      title: "CoEval scores",
      description:
        "One call for each criterion: a conclusion, a score and quoted evidence, as lines people act on.",
      paper: PAPER,
      produces: "scores",
      subject: "response",
      needs: ["response", "criteria"],
      templates: [stepTemplate.ref],
      params: withDistinctSamples(SampledParams, ({ samples = 1 }) => samples),
      retries: 2,
      most: (input, { samples = 1 }) => samples * input.items.length,
      plan: (input, params, fence) => stepCalls(profile, input, params, fence),
      reduce: (calls, input, params) => ({
        drafted: { values: input.items.map((item) => scoredBySamples(item, calls, input, params)) },
      }),
    }) satisfies Omit<DraftMethod<SampledParams>, "profile">,
);

/** The evaluations of people that the overall score goes on from, by criterion; none unless the run asks for them. */
function revisedIn({ items, revised = [] }: DraftInput, { history }: OverallParams) {
  const ids = new Set(history === "humanEdited" ? items.map(({ id }) => id) : []);
  return new Map(revised.flatMap((one) => (ids.has(one.item) ? [[one.item, one] as const] : [])));
}

/** Criteria that the model evaluates itself: all without a person's evaluation. */
const openItems = (input: DraftInput, params: OverallParams) =>
  input.items.filter(({ id }) => !revisedIn(input, params).has(id));

export const overall = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.overall_step",
      version: "4",
      title: "CoEval scores and overall score",
      description: "Scores every criterion, then goes on in the same conversation to one overall score.",
      paper: PAPER,
      produces: "overall",
      subject: "response",
      needs: ["response", "criteria"],
      readsRevised: true,
      templates: [stepTemplate.ref, overallTemplate.ref],
      params: OverallParams,
      retries: 2,
      most: (input, params) => openItems(input, params).length + 1,
      later: (params, input) =>
        laterAs(
          (fence) => [
            overallCall(profile, input, params, fence, revisedAnswers(profile, input, params), true),
          ],
          answerTokens((fence) => stepCalls(profile, input, params, fence, openItems(input, params))),
        ),
      plan: (input, params, fence) => stepCalls(profile, input, params, fence, openItems(input, params)),
      reduce: (calls, input, params, fence) => {
        const open = openItems(input, params);
        const revised = revisedIn(input, params);
        const steps = calls.filter(({ plan }) => plan.key !== "overall");
        const read = steps.filter(({ outcome }) => outcome.ok);
        if (calls.length === steps.length && read.length + revised.size > 0) {
          const answers = revisedAnswers(profile, input, params);
          for (const { plan, text } of read) answers.set(plan.key, text);
          return { calls: [overallCall(profile, input, params, fence, answers)] };
        }
        const flags = revised.size > 0 ? ["history_revised"] : [];
        const score = scored("overall", calls, "overall", input);
        return {
          drafted: {
            values: [
              ...open.map((item) => scored({ item: item.id }, calls, stepKey(item), input)),
              { ...score, flags: [...score.flags, ...flags] },
            ],
          },
        };
      },
    }) satisfies Omit<DraftMethod<OverallParams>, "profile">,
);

/** The call for the overall score after these answers; to measure the longest one, after all criteria. */
function overallCall(
  profile: OutputProfile,
  input: DraftInput,
  params: OverallParams,
  fence: TextFence,
  answers: ReadonlyMap<string, string>,
  isLongest = false,
): CallPlan {
  const last = call({
    key: "overall",
    template: overallTemplate,
    slots: { lo: "1", hi: `${highestOf(params)}` },
    fence,
    form: evaluationForm(1, highestOf(params), false)[profile],
    sampling: samplingOf(params, 1),
  });
  const steps = stepCalls(profile, input, params, fence);
  const answered = isLongest ? steps : steps.filter(({ key }) => answers.has(key));
  return { ...last, messages: [...conversation(answered, answers), ...last.messages] };
}

/** People's evaluations as the model's answers would have been, by the key of the call they stand for. */
const revisedAnswers = (profile: OutputProfile, input: DraftInput, params: OverallParams) =>
  new Map([...revisedIn(input, params)].map(([id, one]) => [stepKey({ id }), revisedAnswer(profile, one)]));

/** A person's evaluation in the form in which the model would have answered. */
function revisedAnswer(profile: OutputProfile, { lines, score }: RevisedEvaluation): string {
  const [conclusion = "", ...evidence] = lines;
  if (profile === "structured") return JSON.stringify({ conclusion, evidence, score });
  return [conclusion, `Score: ${score}`, ...evidence]
    .filter((line) => line !== "")
    .map((line, n) => `${n + 1}. ${line}`)
    .join("\n");
}

/** Prompts and their answers as one conversation, with the system prompt once. */
function conversation(plans: readonly CallPlan[], answers: ReadonlyMap<string, string>): ChatMessage[] {
  const turns = plans.flatMap(({ key, messages }) => [
    ...messages.filter(({ role }) => role !== "system"),
    { role: "assistant" as const, content: answers.get(key) ?? "" },
  ]);
  return [SYSTEM, ...turns];
}
