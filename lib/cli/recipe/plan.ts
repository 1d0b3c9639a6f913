import { BadInput } from "@/lib/cli/bad-input";
import type { ResponseRecord, RubricRecord, StudyRecord } from "@/lib/dataset/schema";
import { MOST_ITEMS } from "@/lib/drafting/rules/bounds";
import { type Estimate, estimateUnit } from "@/lib/drafting/rules/cost-estimate";
import { methodById } from "@/lib/drafting/rules/methods";
import { openFence } from "@/lib/drafting/rules/prompt-template";
import {
  inputsOfStudy,
  type StudyFileChoice,
  type StudyFileSubject,
  severalModelsInWords,
} from "@/lib/drafting/rules/study-file-runs";
import type { DraftInput, DraftMethod } from "@/lib/drafting/schema";
import { capitalised } from "@/lib/export/rules/phrases";
import type { Recipe, RecipeStep } from "./schema";

/** A step with its method and parameters. */
export interface KnownStep {
  /** From 1. */
  number: number;
  step: RecipeStep;
  method: DraftMethod;
  params: unknown;
  choice: StudyFileChoice;
}

/** The steps of a recipe. BadInput names the step whose method or parameters do not exist. */
export function knownSteps({ steps }: Recipe): KnownStep[] {
  return steps.map((step, at) => {
    const number = at + 1;
    const method = methodById(step.method);
    if (!method) throw new BadInput(`step ${number}: there is no method "${step.method}"`);
    const params = method.params.safeParse(step.params);
    if (!params.success) {
      const [issue] = params.error.issues;
      throw new BadInput(
        `step ${number}, ${step.method}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
      );
    }
    const { rubricMethod, rubricModel, pair, description } = step;
    const choice = {
      ...(rubricMethod !== undefined && { rubricMethod }),
      ...(rubricModel !== undefined && { rubricModel }),
      ...(pair && { pair }),
      ...(description !== undefined && { description }),
    };
    return { number, step, method, params: params.data, choice };
  });
}

/** The tasks, responses or pairs of a step, and the calls and tokens that it takes on them. */
interface StepEstimate extends Estimate {
  subjects: number;
  /** True where an earlier step has yet to write rubrics of this one. Their length is assumed: it may take more. */
  hasAssumedItems: boolean;
}

/** Items of a rubric that is yet to be written. */
const ASSUMED_ITEMS = 8;
/** Characters of a response that is yet to be written. */
const ASSUMED_LENGTH = 4000;

/** Subjects whose prompts are made to count their tokens; calls are counted of all. */
const SAMPLED = 20;

/**
 * The calls and tokens of each step, as if the steps before it had written all they can with this model. The calls are upper
 * bounds, except with assumed items.
 */
export function estimatesOf(
  steps: readonly KnownStep[],
  records: readonly StudyRecord[],
  model: string | undefined,
): StepEstimate[] {
  const assumed: StudyRecord[] = [];
  return steps.map((known) => {
    const { step, method, params, choice, number } = known;
    const before = studyBefore(choice, assumed, records, model);
    const { subjects } = inputsOfStudy(before.records, method, choice, before.written);
    if (subjects.length === 0 && !step.optional)
      throw new BadInput(`step ${number}: the study has nothing with what ${method.id} needs`);
    const several = severalModelsOf(known, subjects);
    if (several !== null) throw new BadInput(several);
    const every = Math.max(1, Math.ceil(subjects.length / SAMPLED));
    const sample = subjects.filter((_, at) => at % every === 0);
    const estimates = sample.map(({ input }) => estimateUnit(method, input, params, openFence));
    const tokens = (key: "input" | "output") =>
      estimates.reduce((total, one) => total + one[key], 0) * (subjects.length / Math.max(1, sample.length));
    const hasAssumedItems = subjects.some(({ input }) => hasAssumedItem(input));
    assumed.unshift(...subjects.flatMap((subject) => writtenBy(known, subject, model)));
    return {
      subjects: subjects.length,
      hasAssumedItems,
      calls: subjects.reduce((total, { input }) => total + method.most(input, params), 0),
      input: tokens("input"),
      output: tokens("output"),
    };
  });
}

/** The subjects of a step for which rubrics of several models fit equally, in words; null where there are none. */
export function severalModelsOf({ number }: KnownStep, subjects: readonly StudyFileSubject[]): string | null {
  const several = severalModelsInWords(subjects);
  return several === null ? null : `step ${number}: ${several}; its "rubricModel" chooses one`;
}

const ASSUMED = "yet to be written ";

const hasAssumedItem = ({ items }: DraftInput) => items.some(({ id }) => id.startsWith(ASSUMED));

/** The records that a step works on: those of the study, and those that earlier steps wrote, which come before them. */
export type StudyBefore = Record<"written" | "records", readonly StudyRecord[]>;

/**
 * The study that a step works on: what earlier steps write, before what was there. While no model is named for the recipe,
 * it may be the one whose rubrics or responses the step needs, unless the study has them: its own come first then.
 */
function studyBefore(
  { rubricModel, pair }: StudyFileChoice,
  assumed: readonly StudyRecord[],
  records: readonly StudyRecord[],
  model: string | undefined,
): StudyBefore {
  const answers = pair?.find(
    (one) => !records.some((record) => record.type === "response" && record.model === one),
  );
  if (model !== undefined || (rubricModel === undefined && answers === undefined))
    return { written: assumed, records };
  const named = assumed.map((record) => {
    if (record.type === "rubric" && rubricModel !== undefined) return { ...record, model: rubricModel };
    return record.type === "response" && answers !== undefined ? { ...record, model: answers } : record;
  });
  // The study has no responses of the other model, and may have rubrics of the named one.
  return rubricModel === undefined
    ? { written: named, records }
    : { written: [], records: [...records, ...named] };
}

/** The rubric and the responses that a step writes on a subject with this model, with texts of usual length. */
function writtenBy(
  { method, params, number }: KnownStep,
  { task, responses, name }: { task: string; responses: readonly string[]; name: string },
  model: string | undefined,
): StudyRecord[] {
  const by = model === undefined ? {} : { model };
  const id = `${ASSUMED}${number} ${name}`;
  const [a, b] = responses;
  const made = Array.from({ length: method.mostResponses?.(params) ?? 0 }, (_, at): ResponseRecord => {
    return { type: "response", id: `${id} ${at + 1}`, task, ...by, text: "x".repeat(ASSUMED_LENGTH) };
  });
  if (method.produces !== "checklist" && method.produces !== "criteria") return made;
  const isChecklist = method.produces === "checklist";
  const rubric: RubricRecord = {
    ...{ type: "rubric", id, kind: method.produces, origin: "llm", method: method.id, ...by },
    task: method.subject === "dataset" ? null : task,
    ...(method.subject === "response" && { response: a }),
    ...(method.subject === "pair" && a !== undefined && b !== undefined && { pair: [a, b] }),
    items: Array.from({ length: ASSUMED_ITEMS }, (_, at) => ({
      id: `${id} ${at + 1}`,
      name: `Item ${at + 1}`,
      text: "Does the response do what the instruction asks for in this respect?",
      scale: isChecklist ? { type: "yesno" as const } : { type: "points" as const, min: 1, max: 5 },
    })),
  };
  return [rubric, ...made];
}

export type TokenPrices = readonly [input: number, output: number];

/** The cost of tokens at a price per million. */
export const priced = ({ input, output }: Pick<Estimate, "input" | "output">, price: TokenPrices) =>
  (input * price[0] + output * price[1]) / 1e6;

const count = (value: number) => Math.ceil(value).toLocaleString("en");

const callsInWords = (calls: number, hasAssumedItems: boolean) =>
  `${hasAssumedItems ? "about" : "at most"} ${count(calls)} calls`;

/** A recipe's calls and tokens, as lines for people; with its cost if there is a price. */
export function planText(
  { title, steps }: Recipe,
  estimates: readonly StepEstimate[],
  price: TokenPrices | null,
): string {
  const sum = (key: keyof Estimate) => estimates.reduce((total, one) => total + one[key], 0);
  const lines = estimates.map(({ subjects, calls, hasAssumedItems }, at) =>
    subjects === 0
      ? `  ${at + 1}. ${steps[at]?.method}: left out, the study has nothing with what it needs\n`
      : `  ${at + 1}. ${steps[at]?.method}: on ${count(subjects)}, ${callsInWords(calls, hasAssumedItems)}\n`,
  );
  const total = { input: sum("input"), output: sum("output") };
  const money = price === null ? "" : `; at this price about ${priced(total, price).toFixed(2)}`;
  const hasAssumedItems = estimates.some((one) => one.hasAssumedItems);
  const sentences = [
    `${capitalised(callsInWords(sum("calls"), hasAssumedItems))}, about ${count(total.input)} tokens of prompts and ${count(total.output)} of answers${money}.`,
    ...(hasAssumedItems
      ? [
          `Checklists and criteria that are yet to be written count as ${ASSUMED_ITEMS} items; they may have up to ${MOST_ITEMS}, and the calls and the cost can be more.`,
          "--max-calls limits the calls.",
        ]
      : []),
    "Calls repeated because an answer could not be read are not counted.",
  ];
  return `${title}\n${lines.join("")}${sentences.join(" ")}\n`;
}
