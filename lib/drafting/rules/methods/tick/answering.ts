import { z } from "zod";
import {
  drafted,
  inBothProfiles,
  samplingParams,
  undecided,
  withDistinctSamples,
} from "@/lib/drafting/rules/method";
import { PAPER } from "@/lib/drafting/rules/methods/tick/paper";
import type { YesNo } from "@/lib/drafting/rules/parse/yes-no";
import { prover } from "@/lib/drafting/rules/proofs";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import { majorityVote } from "@/lib/drafting/rules/votes";
import type {
  CallPlan,
  DraftedValue,
  DraftInput,
  DraftItem,
  DraftMethod,
  OutputProfile,
  ParsedCall,
  ParseResult,
  ProvedAnswer,
  TextFence,
} from "@/lib/drafting/schema";

/** Parameters of answers to a checklist. `tokens` is the default limit of one call. */
export const evaluateParams = (tokens: number) =>
  z.strictObject({
    cot: z
      .boolean()
      .default(true)
      .meta({ title: "Reasoning first", description: "The judge writes an analysis before the answer." }),
    k: z.int().min(1).max(51).default(1).meta({
      title: "Samples per question",
      description: "The majority decides; odd numbers have fewer ties.",
    }),
    ...samplingParams(tokens),
  });
export type EvaluateParams = z.infer<ReturnType<typeof evaluateParams>>;

const answerParams = (tokens: number) =>
  evaluateParams(tokens).extend({
    hybrid: z.boolean().default(false).meta({
      title: "Leave proofs to the rules",
      description:
        "Hybrid: questions that a program proves are not asked of the model; the rules’ draft is the only one. Off: the model answers every question, and both drafts are kept.",
    }),
  });
type AnswerParams = z.infer<ReturnType<typeof answerParams>>;

/** One sample of the answer to an item; undefined when its call was not made. */
type SampleOf = (item: DraftItem, sample: number) => ParseResult<YesNo> | undefined;

/** The calls that ask the questions of a unit, and the place of each answer in them. */
interface Asking extends Pick<DraftMethod, "id" | "version" | "title" | "description" | "templates"> {
  /** The default limit of tokens of a call. */
  tokens: number;
  /** The number of calls that one sample of so many questions takes. */
  callsOf: (questions: number) => number;
  plan: (profile: OutputProfile, input: DraftInput, params: EvaluateParams, fence: TextFence) => CallPlan[];
  samplesIn: (calls: readonly ParsedCall[], input: DraftInput) => SampleOf;
}

/** A method that answers the questions of a checklist about a response, all of them or those that no program proves. */
export const answering = ({
  tokens,
  callsOf,
  plan,
  samplesIn,
  ...about
}: Asking): DraftMethod<AnswerParams>[] =>
  inBothProfiles(
    (profile) =>
      ({
        ...about,
        paper: PAPER,
        produces: "answers",
        subject: "response",
        needs: ["response", "checklist"],
        params: withDistinctSamples(answerParams(tokens), ({ k }) => k),
        retries: 2,
        most: (input, params) => callsOf(unproved(input, params).items.length) * params.k,
        left: (input, params) => (params.hybrid ? proved(input, params).length : null),
        plan: (input, params, fence) => plan(profile, unproved(input, params), params, fence),
        reduce: (calls, input, params) => {
          const proofs = proved(input, params);
          const left = new Set(proofs.map(({ item }) => item));
          const asked = unproved(input, params);
          const questions = new Map(
            answersFrom(samplesIn(calls, asked), asked, params, 0).map((value) => [itemOf(value), value]),
          );
          const values = input.items.flatMap(({ id }) =>
            left.has(id) ? [leftToRules(id, input.responses[0]?.id)] : (questions.get(id) ?? []),
          );
          return { drafted: { values, ...(proofs.length > 0 && { proofs }) } };
        },
      }) satisfies Omit<DraftMethod<AnswerParams>, "profile">,
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

/** The majority of the samples, of which at least half must be parsed. An even split is undecided. */
export function answersFrom(
  sampleOf: SampleOf,
  input: DraftInput,
  { k }: Pick<EvaluateParams, "k">,
  response: number,
): DraftedValue[] {
  return input.items.map((item) => {
    const samples = Array.from({ length: k }, (_, sample) => sampleOf(item, sample));
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
