import { BadInput } from "@/lib/cli/bad-input";
import type { ResponseRecord, RubricRecord, StudyRecord } from "@/lib/dataset/schema";
import { type Estimate, estimateUnit } from "@/lib/drafting/rules/estimate";
import { methodById } from "@/lib/drafting/rules/methods";
import { openFence } from "@/lib/drafting/rules/prompt-template";
import { inputsOfStudy, type StudyFileChoice } from "@/lib/drafting/rules/study-file-runs";
import type { DraftMethod } from "@/lib/drafting/schema";
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
    const { rubricMethod, pair, description } = step;
    const choice = {
      ...(rubricMethod !== undefined && { rubricMethod }),
      ...(pair && { pair }),
      ...(description !== undefined && { description }),
    };
    return { number, step, method, params: params.data, choice };
  });
}

/** The most that a step takes. */
interface StepEstimate extends Estimate {
  subjects: number;
  /** True where it rests on rubrics or responses that an earlier step has yet to write. */
  isAssumed: boolean;
}

/** Items of a rubric that is yet to be written. */
const ASSUMED_ITEMS = 8;
/** Characters of a response that is yet to be written. */
const ASSUMED_LENGTH = 4000;

/** Subjects whose prompts are made to count their tokens; calls are counted of all. */
const SAMPLED = 20;

/** Upper bounds of each step's calls and tokens, as if all of its predecessors had written their full output. */
export function estimatesOf(steps: readonly KnownStep[], records: readonly StudyRecord[]): StepEstimate[] {
  const assumed: StudyRecord[] = [];
  return steps.map((known) => {
    const { step, method, params, choice, number } = known;
    const { subjects } = inputsOfStudy([...assumed, ...records], method, choice);
    if (subjects.length === 0 && !step.optional)
      throw new BadInput(`step ${number}: the study has nothing with what ${method.id} needs`);
    const every = Math.max(1, Math.ceil(subjects.length / SAMPLED));
    const sample = subjects.filter((_, at) => at % every === 0);
    const estimates = sample.map(({ input }) => estimateUnit(method, input, params, openFence));
    const tokens = (key: "input" | "output") =>
      estimates.reduce((total, one) => total + one[key], 0) * (subjects.length / Math.max(1, sample.length));
    const isAssumed = subjects.some(({ responses, input: { items } }) =>
      [...responses, ...items.map(({ id }) => id)].some((id) => id.startsWith(ASSUMED)),
    );
    assumed.unshift(...subjects.flatMap((subject) => writtenBy(known, subject)));
    return {
      subjects: subjects.length,
      isAssumed,
      calls: subjects.reduce((total, { input }) => total + method.most(input, params), 0),
      input: tokens("input"),
      output: tokens("output"),
    };
  });
}

const ASSUMED = "yet to be written ";

/** The rubric and the responses that a step writes on a subject, with texts of usual length. */
function writtenBy(
  { method, params, number }: KnownStep,
  { task, responses, name }: { task: string; responses: readonly string[]; name: string },
): StudyRecord[] {
  const id = `${ASSUMED}${number} ${name}`;
  const [a, b] = responses;
  const made = Array.from({ length: method.mostResponses?.(params) ?? 0 }, (_, at): ResponseRecord => {
    return { type: "response", id: `${id} ${at + 1}`, task, text: "x".repeat(ASSUMED_LENGTH) };
  });
  if (method.produces !== "checklist" && method.produces !== "criteria") return made;
  const isChecklist = method.produces === "checklist";
  const rubric: RubricRecord = {
    ...{ type: "rubric", id, kind: method.produces, origin: "llm", method: method.id },
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

export type Price = readonly [input: number, output: number];

/** The cost of tokens at a price per million. */
export const priced = ({ input, output }: Pick<Estimate, "input" | "output">, price: Price) =>
  (input * price[0] + output * price[1]) / 1e6;

const count = (value: number) => Math.ceil(value).toLocaleString("en");

/** A recipe's upper bounds, as lines for people; with its cost if there is a price. */
export function planText(
  { title, steps }: Recipe,
  estimates: readonly StepEstimate[],
  price: Price | null,
): string {
  const sum = (key: keyof Estimate) => estimates.reduce((total, one) => total + one[key], 0);
  const lines = estimates.map(({ subjects, calls }, at) =>
    subjects === 0
      ? `  ${at + 1}. ${steps[at]?.method}: left out, the study has nothing with what it needs\n`
      : `  ${at + 1}. ${steps[at]?.method}: on ${count(subjects)}, at most ${count(calls)} calls\n`,
  );
  const total = { input: sum("input"), output: sum("output") };
  const money = price === null ? "" : `; at this price ${priced(total, price).toFixed(2)} at most`;
  const assumed = estimates.some(({ isAssumed }) => isAssumed)
    ? ` Checklists and criteria that are yet to be written count as ${ASSUMED_ITEMS} items.`
    : "";
  return `${title}
${lines.join("")}At most ${count(sum("calls"))} calls, about ${count(total.input)} tokens of prompts and ${count(total.output)} of answers${money}.${assumed} Answers that cannot be read are asked for again, which is not counted.
`;
}
