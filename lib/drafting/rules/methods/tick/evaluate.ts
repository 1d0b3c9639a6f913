import { z } from "zod";
import {
  call,
  drafted,
  inBothProfiles,
  instructionOf,
  outcomeOf,
  responseOf,
  samplingOf,
  samplingParams,
  undecided,
} from "@/lib/drafting/rules/method";
import { JUDGE, PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import { onlyYesNo, yesNo } from "@/lib/drafting/rules/output-formats";
import { type Slot, template } from "@/lib/drafting/rules/prompt-template";
import { evidenceInWords, type Proof, prover } from "@/lib/drafting/rules/proofs";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import { compareShares, majorityVote } from "@/lib/drafting/rules/votes";
import type { DraftedValue, DraftInput, DraftMethod, ParsedCall, ProvedAnswer } from "@/lib/drafting/schema";

/** The prompt that asks one question, with optional slots between the response and the question. */
const evaluateWith = (id: string, version: string, beforeTheQuestion: string) =>
  template(id, version, [
    { role: "system", content: JUDGE },
    {
      role: "user",
      content: `Look at the text that was written for the instruction below, and answer a question about it.

YES means that the condition is met entirely. Even a small inaccuracy rules it out: asked whether every sentence names a
colour, a text with one sentence that does not is a NO.
NO means that the condition is not met, or that the text gives nothing to answer by: asked whether the second sentence is
short, a text of one sentence is a NO.

{{instruction}}

{{response}}

${beforeTheQuestion}The question: {{question}}

Answer this question about the text, and only this one.

{{form}}`,
    },
  ]);

export const evaluateTemplate = evaluateWith("tick.evaluate", "1", "");
const withEvidenceTemplate = evaluateWith("tick.evaluate+evidence", "1", "{{measurement}}\n\n");

const EvaluateParams = z.strictObject({
  cot: z
    .boolean()
    .default(true)
    .meta({ title: "Reasoning first", description: "The judge writes an analysis before the answer." }),
  k: z.int().min(1).max(51).default(1).meta({
    title: "Samples per question",
    description: "The majority decides; odd numbers have fewer ties.",
  }),
  ...samplingParams(1024),
});
type EvaluateParams = z.infer<typeof EvaluateParams>;

const AnswerParams = EvaluateParams.extend({
  hybrid: z.boolean().default(false).meta({
    title: "Leave proofs to the rules",
    description:
      "Hybrid: questions that a program proves are not asked of the model; the rules’ draft is the only one. Off: the model answers every question, and both drafts are kept.",
  }),
});
type AnswerParams = z.infer<typeof AnswerParams>;

/**
 * Answers the questions of a checklist; with evidence, measurements by a program are shown beside a question.
 */
const answering = (
  about: Pick<DraftMethod, "id" | "title" | "description">,
  withEvidence: boolean,
): DraftMethod<AnswerParams>[] =>
  inBothProfiles(
    (profile) =>
      ({
        ...about,
        version: "1",
        paper: PAPER,
        produces: "answers",
        subject: "response",
        needs: ["response", "checklist"],
        templates: [(withEvidence ? withEvidenceTemplate : evaluateTemplate).ref],
        params: AnswerParams,
        retries: 2,
        most: (input, params) => (input.items.length - proved(input, params).length) * params.k,
        left: (input, params) => (params.hybrid ? proved(input, params).length : null),
        plan: (input, params, fence) =>
          answerCalls(profile, unproved(input, params), params, fence, 0, withEvidence),
        reduce: (calls, input, params) => {
          const proofs = proved(input, params);
          const left = new Set(proofs.map(({ item }) => item));
          const questions = new Map(
            answersFrom(calls, unproved(input, params), params, 0).map((value) => [itemOf(value), value]),
          );
          const values = input.items.flatMap(({ id }) =>
            left.has(id) ? [leftToRules(id, input.responses[0]?.id)] : (questions.get(id) ?? []),
          );
          return { drafted: { values, ...(proofs.length > 0 && { proofs }) } };
        },
      }) satisfies Omit<DraftMethod<AnswerParams>, "profile">,
  );

export const evaluate = answering(
  {
    id: "tick.evaluate",
    title: "TICK answers",
    description:
      "Answers each question of the checklist on the response, one call for each question and sample.",
  },
  false,
);

export const evaluateWithEvidence = answering(
  {
    id: "tick.evaluate+evidence",
    title: "TICK answers, with measurements",
    description:
      "As TICK answers; where a program can measure a part of a question, the judge reads the measurement beside it. Not the method of the paper.",
  },
  true,
);

/** The answers that rules prove for a unit; empty when the model answers every question. */
function proved(input: DraftInput, { hybrid }: AnswerParams): ProvedAnswer[] {
  const [response] = input.responses;
  if (!hybrid || !response) return [];
  const prove = prover(input.instruction);
  return input.items.flatMap(({ id, text }) => {
    const { value = null, lines = [], provenance = {} } = prove(text, response.text) ?? {};
    return value === null ? [] : [{ item: id, response: response.id, value, lines, provenance }];
  });
}

/** The unit with only the questions put to the model. */
function unproved(input: DraftInput, params: AnswerParams): DraftInput {
  const left = new Set(proved(input, params).map(({ item }) => item));
  return { ...input, items: input.items.filter(({ id }) => !left.has(id)) };
}

const itemOf = ({ target }: DraftedValue) => (typeof target === "object" ? target.item : target);

/** The model's entry for a question that rules proved: no value, with the reason. */
function leftToRules(item: string, response: string | undefined): DraftedValue {
  return {
    target: { item },
    ...(response !== undefined && { response }),
    value: null,
    undecided: "not_run",
    lines: [],
    flags: [LEFT_TO_RULES],
  };
}

type Fence = Parameters<DraftMethod["plan"]>[2];

function answerCalls(
  profile: DraftMethod["profile"],
  input: DraftInput,
  params: EvaluateParams,
  fence: Fence,
  response: number,
  withEvidence = false,
) {
  const prove = withEvidence ? prover(input.instruction) : null;
  return input.items.flatMap((item) => {
    const slots = {
      instruction: instructionOf(input),
      response: responseOf(input, response),
      question: { label: "QUESTION", text: item.text },
    };
    const filled = prove
      ? {
          template: withEvidenceTemplate,
          slots: { ...slots, measurement: measurementIn(prove(item.text, slots.response.text)) },
        }
      : { template: evaluateTemplate, slots };
    return Array.from({ length: params.k }, (_, sampleIndex) =>
      call({
        key: answerKey(response, item.id, sampleIndex),
        ...filled,
        fence,
        form: (params.cot ? yesNo : onlyYesNo)[profile],
        sampling: samplingOf(params, params.k),
        sampleIndex,
        item: item.id,
      }),
    );
  });
}

/**
 * A program's measurement for a question that it understands in part. Fully understood questions get none: the judge
 * would read another rater's answer. Evidence may quote the response, and is delimited like it.
 */
function measurementIn(proof: Proof | null): Slot {
  const { tier, evidence } = proof?.provenance ?? {};
  if (tier !== "partial" || !evidence) return "";
  return [
    `A program counted this in the whole text. It bears on a part of the question only, may not be what the question
means, and is no answer to it:`,
    { label: "MEASUREMENT", text: evidenceInWords(evidence) },
  ];
}

const answerKey = (response: number, item: string, sample: number) =>
  `response:${response} item:${item} sample:${sample}`;

/** The majority of the samples, of which at least half must be parsed. An even split is undecided. */
function answersFrom(
  calls: readonly ParsedCall[],
  input: DraftInput,
  { k }: EvaluateParams,
  response: number,
): DraftedValue[] {
  return input.items.map((item) => {
    const samples = Array.from({ length: k }, (_, sample) =>
      outcomeOf<"yes" | "no">(calls, answerKey(response, item.id, sample)),
    );
    const target = { item: item.id };
    const id = input.responses[response]?.id;
    if (k === 1) return drafted(target, samples[0], id);
    const votes = samples.map((parsed) => (parsed?.ok ? parsed.value : null));
    const valid = votes.filter((vote) => vote !== null);
    const common = { target, ...(id !== undefined && { response: id }), votes };
    if (valid.length < Math.ceil(k / 2)) {
      return {
        ...common,
        value: null,
        undecided: undecided(samples.find((one) => !one?.ok)),
        lines: [],
        flags: [],
      };
    }
    const value = majorityVote(valid);
    if (value === "tie" || value === null)
      return { ...common, value: null, undecided: "tie", lines: [], flags: [] };
    const spoke = samples.find((parsed) => parsed?.ok && parsed.value === value && parsed.rationale !== "");
    return { ...common, value, lines: spoke?.ok ? [spoke.rationale] : [], flags: [] };
  });
}

export const pairwise = inBothProfiles(
  (profile) =>
    ({
      id: "tick.pairwise",
      version: "1",
      title: "TICK preference by pass rate",
      description:
        "Answers the checklist on both responses; the one with the larger share of yes is preferred.",
      paper: PAPER,
      produces: "preference",
      subject: "pair",
      needs: ["pair", "checklist"],
      templates: [evaluateTemplate.ref],
      params: EvaluateParams,
      retries: 2,
      most: (input, { k }) => 2 * input.items.length * k,
      plan: (input, params, fence) =>
        [0, 1].flatMap((response) => answerCalls(profile, input, params, fence, response)),
      reduce: (calls, input, params) => {
        const a = answersFrom(calls, input, params, 0);
        const b = answersFrom(calls, input, params, 1);
        return { drafted: { values: [...a, ...b, byPassRate(a, b)] } };
      },
    }) satisfies Omit<DraftMethod<EvaluateParams>, "profile">,
);

/** Compares by the questions answered for both; shares are compared in whole numbers. */
function byPassRate(a: readonly DraftedValue[], b: readonly DraftedValue[]): DraftedValue {
  const both = a.map((_, i) => i).filter((i) => a[i]?.value != null && b[i]?.value != null);
  const count = (values: readonly DraftedValue[]) => ({
    yes: both.filter((i) => values[i]?.value === "yes").length,
    answered: both.length,
  });
  const value = compareShares(count(a), count(b));
  const flags = both.length < a.length ? ["uneven_coverage"] : [];
  return value === null
    ? { target: "preference", value, undecided: "parse_failed", lines: [], flags }
    : { target: "preference", value, lines: [], flags };
}
