import { z } from "zod";
import { CAPABILITIES } from "@/lib/drafting/rules/capabilities";
import { categories, integer, onlyYesNo, questionLines, yesNo } from "@/lib/drafting/rules/forms";
import { lintQuestions } from "@/lib/drafting/rules/lints";
import {
  call,
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
import { LEFT_TO_RULES } from "@/lib/drafting/rules/origin";
import { bothOrders, inBothOrders, ordersOf, sidesOf } from "@/lib/drafting/rules/pairs";
import { evidenceInWords, type Proof, prover } from "@/lib/drafting/rules/proofs";
import { type Slot, template } from "@/lib/drafting/rules/template";
import { compareShares, majority } from "@/lib/drafting/rules/votes";
import type {
  DraftedItem,
  DraftedValue,
  DraftInput,
  DraftMethod,
  ParsedCall,
  ProvedAnswer,
} from "@/lib/drafting/schema";

/*
 * Cook et al. (2024), TICK: a model writes a checklist for an instruction and answers it; the share of questions
 * answered yes is the score.
 */

const PAPER = "Cook et al. (2024), TICKing All the Boxes";
const JUDGE = `You are a fair judge of what language models write.\n\n${MATERIAL}`;

/** What makes a question one for a checklist; used by the generation policies of the checklist study as well. */
export const THREE_PROPERTIES = `- It can be answered with yes or no, and yes means that the requirement is met.
- Together the questions are complete and concise: every criterion that clearly matters here, and no other.
- It is precise: no vague words, one definite aspect, in the instruction's own phrasing where it has one.`;

const generateTemplate = template("tick.generate", "1", [
  {
    role: "system",
    content: `You write checklists by which answers to instructions are judged.\n\n${MATERIAL}`,
  },
  {
    role: "user",
    content: `Help to judge how well an assistant responds to an instruction: write the checklist the response will be
judged by. You are given one instruction.

The checklist is a list of questions, each asking whether one criterion was met. A criterion may be stated in the
instruction, or be generally sensible for tasks of its kind. Be concise and leave out what is not needed. Every question
has these properties:
${THREE_PROPERTIES}

Look at the instruction closely before you list the questions.

{{examples}}

{{instruction}}

Now write the checklist for this instruction. Phrase each question so that yes is the good answer. As a rule 2 to 8
questions are enough.

{{form}}`,
  },
]);

/** House-written: one instruction that states its criteria, and one that leaves them to good sense. */
const EXAMPLES = `Two examples of checklists:

Instruction: Write a two-line rhyme about rain for children, without the word "wet".
- Does the text have exactly two lines?
- Do the two lines rhyme?
- Is the text about rain?
- Does the text avoid the word "wet"?
- Is every word one that a young child would know?

Instruction: Why do leaves change their colour in autumn?
- Does the response name the breakdown of chlorophyll as the cause?
- Does the response say where the yellow and red pigments come from?
- Is every statement about plants in the response true?`;

const GenerateParams = z.strictObject({
  examples: z
    .boolean()
    .default(true)
    .meta({ title: "Examples", description: "Show two house-written checklists before the task." }),
  ...samplingParams(2048),
});

const generate = inBothProfiles(
  (profile) =>
    ({
      id: "tick.generate",
      version: "1",
      title: "TICK checklist",
      description: "One call writes a checklist of yes/no questions for the instruction, after analysing it.",
      paper: PAPER,
      produces: "checklist",
      subject: "task",
      needs: [],
      templates: [generateTemplate.ref],
      params: GenerateParams,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        call({
          key: "checklist",
          template: generateTemplate,
          slots: { examples: params.examples ? EXAMPLES : "", instruction: instructionOf(input) },
          fence,
          form: questionLines[profile],
          sampling: samplingOf(params, 1),
        }),
      ],
      reduce: (calls) => ({ drafted: { rubric: checklistFrom(calls), values: [] } }),
    }) satisfies Omit<DraftMethod<z.infer<typeof GenerateParams>>, "profile">,
);

const MOST_ITEMS = 30;

/** A drafted checklist with hints on each question. Longer ones are cut, and say so. */
export function checklistFrom(calls: readonly ParsedCall[], key = "checklist") {
  const parsed = outcomeOf<string[]>(calls, key);
  if (!parsed?.ok) return { kind: "checklist" as const, items: [], flags: [undecided(parsed)] };
  const questions = parsed.value.slice(0, MOST_ITEMS);
  const hints = lintQuestions(questions);
  const items: DraftedItem[] = questions.map((text, i) => ({ text, flags: hints[i] ?? [] }));
  const flags = [...parsed.flags];
  if (parsed.value.length > MOST_ITEMS) flags.push("cut_at_30");
  if (questions.length < 2 || questions.length > 8) flags.push("length_soft_limit");
  return { kind: "checklist" as const, items, flags };
}

// ---------------------------------------------------------------- answering one question

/** The prompt that asks one question, with whatever slots are to stand between the response and the question. */
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

const evaluateTemplate = evaluateWith("tick.evaluate", "1", "");
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

/** Answers to the questions of a checklist; with evidence, what a program measured beside a question is shown with it. */
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
          const asked = new Map(
            answersFrom(calls, unproved(input, params), params, 0).map((value) => [itemOf(value), value]),
          );
          const values = input.items.flatMap(({ id }) =>
            left.has(id) ? [leftToRules(id, input.responses[0]?.id)] : (asked.get(id) ?? []),
          );
          return { drafted: { values, ...(proofs.length > 0 && { proofs }) } };
        },
      }) satisfies Omit<DraftMethod<AnswerParams>, "profile">,
  );

const evaluate = answering(
  {
    id: "tick.evaluate",
    title: "TICK answers",
    description:
      "Answers each question of the checklist on the response, one call for each question and sample.",
  },
  false,
);

const evaluateWithEvidence = answering(
  {
    id: "tick.evaluate+evidence",
    title: "TICK answers, with measurements",
    description:
      "As TICK answers; where a program can measure a part of a question, the judge reads the measurement beside it. Not the method of the paper.",
  },
  true,
);

/** What the rules prove of a unit; nothing where the model is to answer every question. */
function proved(input: DraftInput, { hybrid }: AnswerParams): ProvedAnswer[] {
  const [response] = input.responses;
  if (!hybrid || !response) return [];
  const prove = prover(input.instruction);
  return input.items.flatMap(({ id, text }) => {
    const { value = null, lines = [], provenance = {} } = prove(text, response.text) ?? {};
    return value === null ? [] : [{ item: id, response: response.id, value, lines, provenance }];
  });
}

/** The unit with the questions that are asked of the model. */
function unproved(input: DraftInput, params: AnswerParams): DraftInput {
  const left = new Set(proved(input, params).map(({ item }) => item));
  return { ...input, items: input.items.filter(({ id }) => !left.has(id)) };
}

const itemOf = ({ target }: DraftedValue) => (typeof target === "object" ? target.item : target);

/** The model's part in a question that was not put to it: no value, and why. */
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
 * What a program measured of a question that it understands in part. Questions it understands whole get none: the judge
 * would read the answer of another rater. Evidence may quote the response, and is fenced like it.
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

/** The majority of the samples; at least half of them must have been read. An even split is undecided. */
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
    const value = majority(valid);
    if (value === "tie" || value === null)
      return { ...common, value: null, undecided: "tie", lines: [], flags: [] };
    const spoke = samples.find((parsed) => parsed?.ok && parsed.value === value && parsed.rationale !== "");
    return { ...common, value, lines: spoke?.ok ? [spoke.rationale] : [], flags: [] };
  });
}

// ---------------------------------------------------------------- comparing by pass rate

const pairwise = inBothProfiles(
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

/** On the questions answered for both; shares compared by whole numbers. */
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

// ---------------------------------------------------------------- preferring and scoring directly

const preferenceTemplate = template("tick.preference", "1", [
  { role: "system", content: JUDGE },
  {
    role: "user",
    content: `Compare two responses to one instruction.

1: response A is better.
2: the two are near-identical. Only for trivial differences of wording: two equally good responses that say different
things still need a winner.
3: response B is better.

{{instruction}}

{{a}}

{{b}}

Which response is better: 1, 2 or 3?

{{form}}`,
  },
]);

const PreferenceParams = z.strictObject({
  ...bothOrders,
  ...samplingParams(1024),
});

const THREE = ["A", "tie", "B"] as const;

const preference = inBothProfiles(
  (profile) =>
    ({
      id: "tick.preference",
      version: "1",
      title: "Direct preference",
      description: "One call says which of two responses is better, or that they are near-identical.",
      paper: PAPER,
      produces: "preference",
      subject: "pair",
      needs: ["pair"],
      templates: [preferenceTemplate.ref],
      params: PreferenceParams,
      retries: 2,
      most: (_, params) => ordersOf(params).length,
      plan: (input, params, fence) =>
        ordersOf(params).map((order) =>
          call({
            key: order,
            template: preferenceTemplate,
            slots: { instruction: instructionOf(input), ...sidesOf(input, order) },
            fence,
            form: integer(1, 3)[profile],
            sampling: samplingOf(params, 1),
            order,
          }),
        ),
      reduce: (calls) => ({
        drafted: {
          values: [
            inBothOrders(
              calls,
              (said: number, order) => THREE[(order === "AB" ? said : 4 - said) - 1] ?? "tie",
            ),
          ],
        },
      }),
    }) satisfies Omit<DraftMethod<z.infer<typeof PreferenceParams>>, "profile">,
);

const ANCHORS = `1: cannot be understood, or is wrong or unverifiable in what matters most.
2: hard to follow in places, or with small errors of fact or language, or without formatting that was essential.
3: useful and readable, free of errors of fact, with a slip or two of language at most; without insight.
4: the work of an expert: readable and free of errors, though its tone or length could be better.
5: as 4, and of just the right length and tone.`;

const directTemplate = template("tick.direct", "1", [
  { role: "system", content: JUDGE },
  {
    role: "user",
    content: `Judge how good a response to an instruction is, with one whole number from 1 to 5:
${ANCHORS}

{{instruction}}

{{response}}

{{checklist}}

Give the response one score from 1 to 5.

{{form}}`,
  },
]);

const DirectParams = z.strictObject(samplingParams(1024));
type DirectParams = z.infer<typeof DirectParams>;

function directScoring(id: string, title: string, description: string, withChecklist: boolean) {
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
        needs: withChecklist ? ["response", "checklist"] : ["response"],
        templates: [directTemplate.ref],
        params: DirectParams,
        retries: 2,
        most: () => 1,
        plan: (input, params, fence) => [
          call({
            key: "score",
            template: directTemplate,
            slots: {
              instruction: instructionOf(input),
              response: responseOf(input),
              checklist: withChecklist
                ? [
                    "These questions should guide your judgement without limiting it; you need not answer them one by one:",
                    { label: "CHECKLIST", text: numbered(input.items) },
                  ]
                : "",
            },
            fence,
            form: integer(1, 5)[profile],
            sampling: samplingOf(params, 1),
          }),
        ],
        reduce: (calls, input) => ({
          drafted: {
            values: [drafted("overall", outcomeOf<number>(calls, "score"), input.responses[0]?.id)],
          },
        }),
      }) satisfies Omit<DraftMethod<DirectParams>, "profile">,
  );
}

// ---------------------------------------------------------------- labelling questions

const names = Object.keys(CAPABILITIES) as [string, ...string[]];

const categoriseTemplate = template("tick.categorise", "1", [
  { role: "system", content: `You label the questions of checklists.\n\n${MATERIAL}` },
  {
    role: "user",
    content: `Which of these capabilities of a writer does the question below ask about? One or several:
${Object.entries(CAPABILITIES)
  .map(([name, meaning]) => `- ${name}: ${meaning}`)
  .join("\n")}

{{question}}

Name every category that applies, spelt as in the list, and no other.

{{form}}`,
  },
]);

const categorise = inBothProfiles(
  (profile) =>
    ({
      id: "tick.categorise",
      version: "1",
      title: "Capability labels",
      description:
        "Labels each question of a checklist with the capabilities it asks for, from a list of sixteen.",
      paper: PAPER,
      produces: "labels",
      subject: "task",
      needs: ["checklist"],
      templates: [categoriseTemplate.ref],
      params: DirectParams,
      retries: 2,
      most: (input) => input.items.length,
      plan: (input, params, fence) =>
        input.items.map((item) =>
          call({
            key: `item:${item.id}`,
            template: categoriseTemplate,
            slots: { question: { label: "QUESTION", text: item.text } },
            fence,
            form: categories(names)[profile],
            sampling: samplingOf(params, 1),
            item: item.id,
          }),
        ),
      reduce: (calls, input) => ({
        drafted: {
          values: [],
          labels: input.items.map((item) => {
            const parsed = outcomeOf<string[]>(calls, `item:${item.id}`);
            return parsed?.ok
              ? { item: item.id, labels: parsed.value, flags: parsed.flags }
              : { item: item.id, labels: [], flags: [undecided(parsed)] };
          }),
        },
      }),
    }) satisfies Omit<DraftMethod<DirectParams>, "profile">,
);

export const tickMethods = [
  ...generate,
  ...evaluate,
  ...evaluateWithEvidence,
  ...pairwise,
  ...preference,
  ...directScoring("tick.direct", "Direct score", "One call scores the response from 1 to 5.", false),
  ...directScoring(
    "tick.check_then_score",
    "Score with the checklist in view",
    "As the direct score, with the checklist to guide the judge, who does not answer it.",
    true,
  ),
  ...categorise,
];
