import { z } from "zod";
import {
  call,
  inBothProfiles,
  instructionOf,
  MATERIAL,
  numbered,
  outcomeOf,
  responseOf,
  undecided,
} from "@/lib/drafting/rules/method";
import { checklistFrom, THREE_PROPERTIES } from "@/lib/drafting/rules/methods/tick/generate";
import { bracketedQuestions, jsonForm, refinedQuestions } from "@/lib/drafting/rules/output-formats";
import { type ItemAnswer, itemAnswers } from "@/lib/drafting/rules/parse/item-answers";
import { template } from "@/lib/drafting/rules/template";
import { bankersRound, majorityVote, meanOrNull, roundHalfUp } from "@/lib/drafting/rules/votes";
import type {
  DraftedValue,
  DraftInput,
  DraftMethod,
  NoValueReason,
  ParsedCall,
  TextFence,
} from "@/lib/drafting/schema";

/*
 * Furuhashi et al. (2025), "Are Checklists Really Useful": six ways to write a checklist, and judging with
 * and without one, ten samples each.
 */

const PAPER =
  "Furuhashi et al. (2025), Are Checklists Really Useful for Automatic Evaluation of Generative Tasks?";
const ASSISTANT = `You are a helpful assistant.\n\n${MATERIAL}`;

const sampling = {
  temperature: z.number().min(0).max(2).default(1).meta({ title: "Temperature" }),
  topP: z.number().gt(0).max(1).default(0.95).meta({ title: "Top p" }),
  maxOutputTokens: z.int().min(1).max(200_000).default(4096).meta({ title: "Max tokens" }),
  seed: z.int().optional().meta({ title: "Seed", description: "Sent where the model knows seeds." }),
};

// ---------------------------------------------------------------- writing checklists

const writeTemplate = template("clstudy.generate", "1", [
  { role: "system", content: ASSISTANT },
  {
    role: "user",
    content: `Write a checklist by which an assistant's response to the input below can be evaluated. Each entry is a
question with these properties:
${THREE_PROPERTIES}
{{further}}

Analyse the input first, then write the checklist.

{{instruction}}

Now write the checklist for this input.{{closing}}

{{form}}`,
  },
]);

const refineTemplate = template("clstudy.self_refine", "1", [
  { role: "system", content: ASSISTANT },
  {
    role: "user",
    content: `Below are an input and a checklist by which responses to it are to be evaluated. Improve the checklist.

Each question should have these properties:
${THREE_PROPERTIES}

First judge every question of the checklist by these properties: rate it from 1 to 5 and say why. Then write the refined
checklist: keep what is good, mend what is not, drop what is superfluous and add what is missing.

{{instruction}}

{{checklist}}

{{form}}`,
  },
]);

export const Policy = z.enum(["baseline", "specify", "length_0.5", "length_1.5", "self_refine", "ticking"]);
export type Policy = z.infer<typeof Policy>;

const POLICY_WORDS: Record<Policy, string> = {
  baseline: "the three properties of TICK's questions",
  specify: "and each question considers what good answers could look like",
  "length_0.5": "half as many questions as the baseline",
  "length_1.5": "half as many again as the baseline",
  self_refine: "the baseline, rated question by question and rewritten",
  ticking: "TICK's reminder of two to eight questions",
};

const POLICY_TITLES: Record<Policy, string> = {
  baseline: "Baseline checklist",
  specify: "Specified checklist",
  "length_0.5": "Half-length checklist",
  "length_1.5": "One-and-a-half-length checklist",
  self_refine: "Self-refined checklist",
  ticking: "TICK-style checklist",
};

const WriteParams = z.strictObject(sampling);
type WriteParams = z.infer<typeof WriteParams>;

const SPECIFY =
  "- It considers the answers that are possible or to be expected for this input, and asks for what they must hold.";

function policyMethods(policy: Policy) {
  const twoStages = policy === "length_0.5" || policy === "length_1.5" || policy === "self_refine";
  return inBothProfiles((profile) => {
    const write = (
      key: string,
      input: DraftInput,
      params: WriteParams,
      fence: TextFence,
      further = "",
      closing = "",
    ) =>
      call({
        key,
        template: writeTemplate,
        slots: { instruction: instructionOf(input), further, closing },
        fence,
        form: bracketedQuestions[profile],
        sampling: params,
      });
    const second = (
      input: DraftInput,
      params: WriteParams,
      fence: TextFence,
      baseline: readonly string[],
    ) => {
      if (policy === "self_refine") {
        return call({
          key: "checklist",
          template: refineTemplate,
          slots: {
            instruction: instructionOf(input),
            checklist: { label: "CHECKLIST", text: numbered(baseline.map((text) => ({ text }))) },
          },
          fence,
          form: refinedQuestions[profile],
          sampling: params,
        });
      }
      const n = lengthOf(policy, baseline.length);
      const exactly = `- The checklist has exactly ${n} ${n === 1 ? "question" : "questions"}.`;
      return write("checklist", input, params, fence, exactly);
    };
    return {
      id: `clstudy.generate.${policy}`,
      version: "1",
      title: `${POLICY_TITLES[policy]} (policy ${policy})`,
      description: `Writes a checklist: ${POLICY_WORDS[policy]}.`,
      paper: PAPER,
      produces: "checklist",
      subject: "task",
      needs: [],
      templates: policy === "self_refine" ? [writeTemplate.ref, refineTemplate.ref] : [writeTemplate.ref],
      params: WriteParams,
      retries: 3,
      most: () => (twoStages ? 2 : 1),
      plan: (input, params, fence) => {
        if (twoStages) return [write("baseline", input, params, fence)];
        const closing = policy === "ticking" ? " As a rule 2 to 8 questions are enough." : "";
        return [write("checklist", input, params, fence, policy === "specify" ? SPECIFY : "", closing)];
      },
      reduce: (calls, input, params, fence) => {
        const baseline = outcomeOf<string[]>(calls, "baseline");
        if (twoStages && !baseline?.ok) {
          const rubric = { kind: "checklist" as const, items: [], flags: [undecided(baseline)] };
          return { drafted: { rubric, values: [] } };
        }
        const questions = baseline?.ok ? baseline.value : [];
        if (twoStages && calls.length === 1) return { calls: [second(input, params, fence, questions)] };
        const rubric = checklistFrom(calls);
        const wanted = twoStages && policy !== "self_refine" ? lengthOf(policy, questions.length) : undefined;
        if (wanted !== undefined && rubric.items.length > 0 && rubric.items.length !== wanted) {
          rubric.flags.push("length_mismatch");
        }
        return { drafted: { rubric, values: [] } };
      },
    } satisfies Omit<DraftMethod<WriteParams>, "profile">;
  });
}

function lengthOf(policy: Policy, baseline: number): number {
  return Math.max(1, bankersRound(baseline * (policy === "length_0.5" ? 0.5 : 1.5)));
}

// ---------------------------------------------------------------- judging, with and without a checklist

const JudgeParams = z.strictObject({
  n: z
    .int()
    .min(1)
    .max(50)
    .default(10)
    .meta({ title: "Samples", description: "Half of them in each order, for pairs." }),
  ...sampling,
});
type JudgeParams = z.infer<typeof JudgeParams>;

const pairTemplate = template("clstudy.pairwise", "1", [
  { role: "system", content: ASSISTANT },
  {
    role: "user",
    content: `Decide which of two responses to the input below is the better one.

{{instruction}}

{{first}}

{{second}}

{{checklist}}

{{form}}`,
  },
]);

const scoreTemplate = template("clstudy.direct", "1", [
  { role: "system", content: ASSISTANT },
  {
    role: "user",
    content: `Rate the response to the input below from 1 to 5:
1: irrelevant; shows no understanding of the input.
2: hardly relevant; mostly wrong or confusing.
3: related to the input, but lacks details that matter, or is inaccurate.
4: mostly accurate and complete, with slight errors.
5: accurate, detailed, and just what was asked for.

{{instruction}}

{{response}}

{{checklist}}

{{form}}`,
  },
]);

const answersOf = (n: number) =>
  z.strictObject(
    Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i + 1}`, z.enum(["yes", "no", "n/a"])])),
  );
const answers = z.record(z.string(), z.unknown());
const anyJudge = z.union([z.literal(1), z.literal(2), z.literal("1"), z.literal("2")]).transform(Number);
const judge = z.union([z.literal(1), z.literal(2)]);
const rating = z.int().min(1).max(5);

interface PairVote {
  judge: number;
  answers?: [Record<string, unknown>, Record<string, unknown>];
  reason: string;
}

interface ScoreVote {
  rating: number;
  answers?: Record<string, unknown>;
  reason: string;
}

function pairForm(items: number) {
  if (items === 0) {
    return jsonForm<PairVote>({
      name: "comparison",
      demand: `State the reason first, then decide. Write one JSON object:
{"reason": "<why>", "judge": <1 or 2, the number of the better response>}`,
      asked: z.strictObject({ reason: z.string(), judge }),
      read: z.object({ reason: z.string(), judge: anyJudge }),
      rationale: ({ reason }) => reason,
    });
  }
  return jsonForm<PairVote>({
    name: "comparison",
    demand: `Answer each question of the checklist for each response with "yes", "no" or "n/a". Compare the answers, then
decide. Write one JSON object:
{"checklist": {"response_1": {"1": "<answer>", …}, "response_2": {"1": "<answer>", …}}, "judge": <1 or 2, the number of the better response>}`,
    asked: z.strictObject({
      checklist: z.strictObject({ response_1: answersOf(items), response_2: answersOf(items) }),
      judge,
    }),
    read: z
      .object({ checklist: z.object({ response_1: answers, response_2: answers }), judge: anyJudge })
      .transform(({ checklist, judge: said }) => ({
        judge: said,
        answers: [checklist.response_1, checklist.response_2] as [
          typeof checklist.response_1,
          typeof checklist.response_2,
        ],
        reason: "",
      })),
  });
}

function scoreForm(items: number) {
  if (items === 0) {
    return jsonForm<ScoreVote>({
      name: "rating",
      demand: `State the reason first, then rate. Write one JSON object: {"reason": "<why>", "rating": <1 to 5>}`,
      asked: z.strictObject({ reason: z.string(), rating }),
      read: z.object({ reason: z.string(), rating }),
      rationale: ({ reason }) => reason,
    });
  }
  return jsonForm<ScoreVote>({
    name: "rating",
    demand: `Answer each question of the checklist with "yes", "no" or "n/a", then rate. Write one JSON object:
{"checklist": {"1": "<answer>", "2": "<answer>", …}, "rating": <1 to 5>}`,
    asked: z.strictObject({ checklist: answersOf(items), rating }),
    read: z
      .object({ checklist: answers, rating })
      .transform(({ checklist, rating: said }) => ({ rating: said, answers: checklist, reason: "" })),
  });
}

const sampleKey = (sample: number) => `sample:${sample}`;

/** The first half of the samples sees A first. */
const orderOf = (sample: number, n: number) =>
  sample < Math.ceil(n / 2) ? ("AB" as const) : ("BA" as const);

function checklistSlot(input: DraftInput, given: boolean) {
  return given ? ["Use this checklist:", { label: "CHECKLIST", text: numbered(input.items) }] : "";
}

function pairwise(given: boolean) {
  return inBothProfiles(
    (profile) =>
      ({
        ...common(given, "pairwise"),
        title: given ? "Preference with the checklist" : "Preference without a checklist",
        description: `Ten samples, half of them in each order, ${given ? "answering the checklist for both responses" : "each with a reason"}; the majority decides.`,
        produces: "preference",
        subject: "pair",
        needs: given ? ["pair", "checklist"] : ["pair"],
        templates: [pairTemplate.ref],
        plan: (input, params, fence) =>
          samples(params, (sampleIndex) => {
            const order = orderOf(sampleIndex, params.n);
            const [first, second] = order === "AB" ? [0, 1] : [1, 0];
            return call({
              key: sampleKey(sampleIndex),
              template: pairTemplate,
              slots: {
                instruction: instructionOf(input),
                first: responseOf(input, first, "RESPONSE 1"),
                second: responseOf(input, second, "RESPONSE 2"),
                checklist: checklistSlot(input, given),
              },
              fence,
              form: pairForm(given ? input.items.length : 0)[profile],
              sampling: sent(params),
              sampleIndex,
              order,
            });
          }),
        reduce: (calls, input) => {
          const read = calls.map(({ plan, outcome }) => {
            if (!outcome.ok) return null;
            const { value } = outcome as { value: PairVote };
            const turned = plan.order === "BA";
            const shown = value.answers?.map((said) => itemAnswers(said, input.items.length));
            const both = shown && (turned ? [shown[1], shown[0]] : shown);
            return {
              vote: (value.judge === 1) !== turned ? ("A" as const) : ("B" as const),
              a: both?.[0] ?? null,
              b: both?.[1] ?? null,
              reason: value.reason,
            };
          });
          const votes = read.map((one) => one?.vote ?? null);
          const value = majorityVote(votes.filter((vote) => vote !== null));
          const wrong = given && read.some((one) => one && (!one.a || !one.b));
          const preference: DraftedValue = {
            target: "preference",
            value,
            ...(value === null && { undecided: whyNone(calls) }),
            lines: reasonFor(read.find((one) => one?.vote === value)?.reason),
            votes,
            flags: wrong ? ["wrong_arity"] : [],
          };
          const [a, b] = input.responses;
          const items = given
            ? [
                ...itemDrafts(
                  input,
                  read.map((one) => one?.a ?? null),
                  a?.id,
                ),
                ...itemDrafts(
                  input,
                  read.map((one) => one?.b ?? null),
                  b?.id,
                ),
              ]
            : [];
          return { drafted: { values: [...items, preference] } };
        },
      }) satisfies Omit<DraftMethod<JudgeParams>, "profile">,
  );
}

function direct(given: boolean) {
  return inBothProfiles(
    (profile) =>
      ({
        ...common(given, "direct"),
        title: given ? "Rating with the checklist" : "Rating without a checklist",
        description: `Ten samples, ${given ? "each answering the checklist" : "each with a reason"}; the mean rating, rounded half up.`,
        produces: "overall",
        subject: "response",
        needs: given ? ["response", "checklist"] : ["response"],
        templates: [scoreTemplate.ref],
        plan: (input, params, fence) =>
          samples(params, (sampleIndex) =>
            call({
              key: sampleKey(sampleIndex),
              template: scoreTemplate,
              slots: {
                instruction: instructionOf(input),
                response: responseOf(input),
                checklist: checklistSlot(input, given),
              },
              fence,
              form: scoreForm(given ? input.items.length : 0)[profile],
              sampling: sent(params),
              sampleIndex,
            }),
          ),
        reduce: (calls, input) => {
          const read = calls.map(({ outcome }) => (outcome.ok ? (outcome.value as ScoreVote) : null));
          const ratings = read.map((one) => one?.rating ?? null);
          const average = meanOrNull(ratings.filter((one) => one !== null));
          const items = read.map((one) =>
            one?.answers ? itemAnswers(one.answers, input.items.length) : null,
          );
          const wrong = given && read.some((one, i) => one && !items[i]);
          const value = average === null ? null : roundHalfUp(average);
          const overall: DraftedValue = {
            target: "overall",
            ...response(input.responses[0]?.id),
            value,
            ...(value === null && { undecided: whyNone(calls) }),
            lines: reasonFor(read.find((one) => one?.rating === value)?.reason),
            votes: ratings,
            flags: wrong ? ["wrong_arity"] : [],
          };
          const values = given ? [...itemDrafts(input, items, input.responses[0]?.id), overall] : [overall];
          return { drafted: { values } };
        },
      }) satisfies Omit<DraftMethod<JudgeParams>, "profile">,
  );
}

function common(given: boolean, kind: "pairwise" | "direct") {
  return {
    id: `clstudy.${kind}.${given ? "checklist" : "none"}`,
    version: "1",
    paper: PAPER,
    params: JudgeParams,
    retries: 3,
    most: (_: DraftInput, { n }: JudgeParams) => n,
  };
}

function samples<T>({ n }: JudgeParams, plan: (sample: number) => T): T[] {
  return Array.from({ length: n }, (_, sample) => plan(sample));
}

function sent({ n: _, ...rest }: JudgeParams) {
  return rest;
}

function response(id: string | undefined) {
  return id === undefined ? {} : { response: id };
}

function reasonFor(reason: string | undefined): string[] {
  return reason ? [reason] : [];
}

function whyNone(calls: readonly ParsedCall[]): NoValueReason {
  return undecided(calls.find(({ outcome }) => !outcome.ok)?.outcome);
}

/** Per item the majority of the samples with the right number of answers; an even split is undecided. */
function itemDrafts(
  input: DraftInput,
  samplesOf: readonly (ItemAnswer[] | null)[],
  id: string | undefined,
): DraftedValue[] {
  const valid = samplesOf.filter((one) => one !== null);
  return input.items.map((item, i) => {
    const votes = valid.map((one) => one[i] as ItemAnswer);
    const value = majorityVote(votes);
    const draft = { target: { item: item.id }, ...response(id), lines: [], votes, flags: [] };
    if (value === null) return { ...draft, value, undecided: "parse_failed" };
    return value === "tie" ? { ...draft, value: null, undecided: "tie" } : { ...draft, value };
  });
}

export const checklistStudyMethods = [
  ...Policy.options.flatMap(policyMethods),
  ...pairwise(false),
  ...pairwise(true),
  ...direct(false),
  ...direct(true),
];
