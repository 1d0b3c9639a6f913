import {
  call,
  inBothProfiles,
  instructionOf,
  outcomeOf,
  responseOf,
  samplingOf,
  withDistinctSamples,
} from "@/lib/drafting/rules/method";
import {
  answering,
  answersFrom,
  type EvaluateParams,
  evaluateParams,
} from "@/lib/drafting/rules/methods/tick/answering";
import { JUDGE, PAPER, YES_AND_NO } from "@/lib/drafting/rules/methods/tick/paper";
import { onlyYesNo, yesNo } from "@/lib/drafting/rules/output-formats";
import type { YesNo } from "@/lib/drafting/rules/parse/yes-no";
import { type Slot, template } from "@/lib/drafting/rules/prompt-template";
import { evidenceInWords, type Proof, prover } from "@/lib/drafting/rules/proofs";
import { compareShares } from "@/lib/drafting/rules/votes";
import type {
  DraftedValue,
  DraftInput,
  DraftItem,
  DraftMethod,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";

/** The most tokens of an answer to one question, by default. */
const TOKENS = 1024;

/** The prompt that asks one question, with optional slots between the response and the question. */
const evaluateWith = (id: string, version: string, beforeTheQuestion: string) =>
  template(id, version, [
    { role: "system", content: JUDGE },
    {
      role: "user",
      content: `Look at the text that was written for the instruction below, and answer a question about it.

${YES_AND_NO}

{{instruction}}

{{response}}

${beforeTheQuestion}The question: {{question}}

Answer this question about the text, and only this one.

{{form}}`,
    },
  ]);

export const evaluateTemplate = evaluateWith("tick.evaluate", "1", "");
const withEvidenceTemplate = evaluateWith("tick.evaluate+evidence", "1", "{{measurement}}\n\n");

/** One call for each question and sample; with evidence, measurements by a program are shown beside a question. */
const oneByOne = (about: Pick<DraftMethod, "id" | "title" | "description">, withEvidence: boolean) =>
  answering({
    ...about,
    version: "2",
    templates: [(withEvidence ? withEvidenceTemplate : evaluateTemplate).ref],
    tokens: TOKENS,
    callsOf: (questions) => questions,
    plan: (profile, input, params, fence) => answerCalls(profile, input, params, fence, 0, withEvidence),
    samplesIn: (calls) => samplesAbout(calls, 0),
  });

export const evaluate = oneByOne(
  {
    id: "tick.evaluate",
    title: "TICK answers",
    description:
      "Answers each question of the checklist on the response, one call for each question and sample.",
  },
  false,
);

export const evaluateWithEvidence = oneByOne(
  {
    id: "tick.evaluate+evidence",
    title: "TICK answers, with measurements",
    description:
      "As TICK answers; where a program can measure a part of a question, the judge reads the measurement beside it. Not the method of the paper.",
  },
  true,
);

function answerCalls(
  profile: DraftMethod["profile"],
  input: DraftInput,
  params: EvaluateParams,
  fence: TextFence,
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
        sampling: samplingOf(params, params.k, sampleIndex),
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

/** The samples of the answers about a response of the unit. */
const samplesAbout = (calls: readonly ParsedCall[], response: number) => (item: DraftItem, sample: number) =>
  outcomeOf<YesNo>(calls, answerKey(response, item.id, sample));

export const pairwise = inBothProfiles(
  (profile) =>
    ({
      id: "tick.pairwise",
      version: "2",
      title: "TICK preference by pass rate",
      description:
        "Answers the checklist on both responses; the one with the larger share of yes is preferred.",
      paper: PAPER,
      produces: "preference",
      subject: "pair",
      needs: ["pair", "checklist"],
      templates: [evaluateTemplate.ref],
      params: withDistinctSamples(evaluateParams(TOKENS), ({ k }) => k),
      retries: 2,
      most: (input, { k }) => 2 * input.items.length * k,
      plan: (input, params, fence) =>
        [0, 1].flatMap((response) => answerCalls(profile, input, params, fence, response)),
      reduce: (calls, input, params) => {
        const a = answersFrom(samplesAbout(calls, 0), input, params, 0);
        const b = answersFrom(samplesAbout(calls, 1), input, params, 1);
        return { drafted: { values: [...a, ...b, byPassRate(a, b)] } };
      },
    }) satisfies Omit<DraftMethod<EvaluateParams>, "profile">,
);

/** Compares by the questions answered for both; shares are compared in whole numbers. */
function byPassRate(a: readonly DraftedValue[], b: readonly DraftedValue[]): DraftedValue {
  const isAnswered = (values: readonly DraftedValue[], i: number) => values[i]?.value != null;
  const both = a.map((_, i) => i).filter((i) => isAnswered(a, i) && isAnswered(b, i));
  const count = (values: readonly DraftedValue[]) => ({
    yes: both.filter((i) => values[i]?.value === "yes").length,
    answered: both.length,
  });
  const value = compareShares(count(a), count(b));
  const isUneven = a.some((_, i) => isAnswered(a, i) !== isAnswered(b, i));
  const flags = isUneven ? ["uneven_coverage"] : [];
  const reason = [...a, ...b].find(({ undecided: why }) => why)?.undecided ?? "not_run";
  return value === null
    ? { target: "preference", value, undecided: reason, lines: [], flags }
    : { target: "preference", value, lines: [], flags };
}
