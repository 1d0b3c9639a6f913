import { z } from "zod";
import type { SideOrder } from "@/lib/dataset/schema";
import type { AnswerSchema, ChatMessage, FinishReason, Sampling } from "@/lib/llm/schema";

/**
 * How a method reads its answers: `faithful` as in the papers, free text and a text parser; `structured` by a
 * JSON schema with the rationale before the verdict. The form changes how accurate judges are, so the two are
 * never mixed in one table.
 */
export const OutputProfile = z.enum(["faithful", "structured"]);
export type OutputProfile = z.infer<typeof OutputProfile>;

// ---------------------------------------------------------------- what a method works on

export interface DraftItem {
  id: string;
  name?: string;
  text: string;
  /** The scale's ends for a scored criterion; absent for a yes/no question. */
  points?: { min: number; max: number; labels?: Record<string, string> };
}

export interface DraftResponse {
  id: string;
  text: string;
  model?: string;
}

/** What one unit of a run is about. A method says by `needs` which parts it cannot do without. */
export interface DraftInput {
  instruction: string;
  /** Text the instruction is to be applied to. */
  input?: string;
  /** Earlier turns of a conversation; the judged turn follows them. */
  turns?: readonly { role: string; content: string }[];
  /** An answer known to be good. */
  reference?: string;
  /** What experts say of the task as a whole. */
  description?: string;
  /** None for methods that write rubrics, one to judge, two to compare (A, then B). */
  responses: readonly DraftResponse[];
  /** The checklist or the criteria to judge by. */
  items: readonly DraftItem[];
  /** An example of the task with its output, for criteria of a whole dataset. */
  demonstration?: { input: string; output: string };
}

export type MethodNeed = "reference" | "response" | "pair" | "checklist" | "criteria" | "demonstration";

// ---------------------------------------------------------------- calls

/** The exact template a prompt was made from. The hash is of its content; a new content is a new version. */
export interface TemplateRef {
  id: string;
  version: string;
  hash: string;
}

/** One planned call of a model: what is sent, and how the answer is to be read. */
export interface CallPlan {
  /** Names the call within its unit, the same whenever it is planned: "item:c1.2 sample:0". */
  key: string;
  template: TemplateRef;
  messages: readonly ChatMessage[];
  sampling: Sampling;
  schema?: AnswerSchema;
  sampleIndex: number;
  /** Which response was shown first, when two were. */
  order?: SideOrder;
  /** The item asked about, when the call is about one. */
  item?: string;
  /** What to add when the answer could not be read and the model would only give the same one again. */
  reminder: string;
  /** Reads the answer. Pure; never throws. */
  read: (answer: ModelAnswer) => ParseResult<unknown>;
}

/** A model's answer as it came. */
export interface ModelAnswer {
  text: string;
  finishReason: FinishReason;
  /** The model said that it would not answer. */
  refusal?: boolean;
}

/** Why an answer could not be read. */
export const ParseCode = z.enum([
  "empty",
  "truncated",
  "refusal",
  "no_marker",
  "bad_value",
  "out_of_range",
  "ambiguous",
  "wrong_arity",
  "invalid_json",
  "schema",
]);
export type ParseCode = z.infer<typeof ParseCode>;

/**
 * What a parser found: the value, the rationale the model gave for it (never made up afterwards), and where in
 * the normalised text the value stands; or why there is none.
 */
export type ParseResult<T> =
  | { ok: true; value: T; rationale: string; span: [from: number, to: number]; flags: string[] }
  | { ok: false; code: ParseCode };

/** A call that was made and read, for as many attempts as it took. */
export interface ParsedCall {
  plan: CallPlan;
  /** The answer as it came, for methods that go on from it. */
  text: string;
  outcome: ParseResult<unknown>;
}

// ---------------------------------------------------------------- what comes out

/** Why there is no value. Nothing is ever guessed in its place. */
export const NoValueReason = z.enum([
  "parse_failed",
  "refused",
  "truncated",
  "tie",
  "out_of_range",
  "verifier_borderline",
  "offline",
  "budget",
  "not_run",
]);
export type NoValueReason = z.infer<typeof NoValueReason>;

/** A drafted item of a rubric, before it has an id. */
export interface DraftedItem {
  name?: string;
  text: string;
  category?: string;
  weight?: number;
  flags: string[];
}

/** A drafted value for one unit, with the lines that explain it and the votes it comes from. */
export interface DraftedValue {
  target: { item: string } | "overall" | "preference";
  response?: string;
  value: "yes" | "no" | "na" | number | "A" | "B" | "tie" | null;
  undecided?: NoValueReason;
  lines: string[];
  /** Index of the line that states the value. */
  scoreLine?: number;
  votes?: (string | number | null)[];
  /** Which response the judge saw first, where there was but one order. */
  order?: SideOrder;
  flags: string[];
}

/** An answer that rules proved, and in whose place no model was asked. It is a draft of the rules, never of the model. */
export interface ProvedAnswer {
  item: string;
  response: string;
  value: "yes" | "no";
  /** The evidence in words. */
  lines: string[];
  provenance: Record<string, unknown>;
}

/** What a method drafts for one unit. Each part is a draft of its own; a failed part says why. */
export interface DraftedUnit {
  rubric?: { kind: "checklist" | "criteria"; items: DraftedItem[]; flags: string[] };
  values: DraftedValue[];
  proofs?: ProvedAnswer[];
  /** Labels of items, from a closed list. */
  labels?: { item: string; labels: string[]; flags: string[] }[];
  /** Numbers about the method itself, such as the consistency of criteria. Null when undefined. */
  measures?: { name: string; value: number | null; note?: string }[];
}

/**
 * More calls, planned from what came back; or texts to be embedded, and what follows from their vectors (null without
 * an embedding model); or the result.
 */
export type Reduced =
  | { calls: CallPlan[] }
  | { embed: readonly string[]; finish: (vectors: readonly (readonly number[])[] | null) => DraftedUnit }
  | { drafted: DraftedUnit };

/**
 * A secret function of a text, as hexadecimal digits. Its first digits mark where the text begins and ends in a
 * prompt: nobody who wrote the text can know them, and the same text always gets the same ones.
 */
export type TextFence = (text: string) => string;

/**
 * A drafting or judging method of the literature as a value. `plan` and `reduce` are pure: every method can be
 * tested on recorded answers, previewed for its cost, and resumed anywhere.
 */
export interface DraftMethod<P = unknown> {
  id: string;
  /** Goes up when anything changes that could change a result. */
  version: string;
  profile: OutputProfile;
  title: string;
  /** What it does and where it comes from, for the researcher who chooses it. */
  description: string;
  paper: string;
  produces: "checklist" | "criteria" | "answers" | "scores" | "overall" | "preference" | "labels" | "measure";
  subject: "task" | "response" | "pair" | "dataset";
  needs: readonly MethodNeed[];
  templates: readonly TemplateRef[];
  params: z.ZodType<P>;
  /** How often an answer that cannot be read is asked for again. */
  retries: number;
  /** The most calls a unit can take, answers that have to be asked for again aside. */
  most: (input: DraftInput, params: P) => number;
  /** How many answers of a unit are left to the rules; null where none may be. */
  left?: (input: DraftInput, params: P) => number | null;
  plan: (input: DraftInput, params: P, fence: TextFence) => CallPlan[];
  /** All calls of the unit so far, in the order of their plans. */
  reduce: (calls: readonly ParsedCall[], input: DraftInput, params: P, fence: TextFence) => Reduced;
}

export const LabelledItems = z.object({
  labels: z.array(z.object({ item: z.string(), labels: z.array(z.string()) })),
});
