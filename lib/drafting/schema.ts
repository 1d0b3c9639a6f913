import { z } from "zod";
import type { SideOrder } from "@/lib/dataset/schema";
import type { ParseCode } from "@/lib/drafting/schema/parse-code";
import type { ItemAblation, SelectiveChoice } from "@/lib/drafting/schema/verdicts";
import type { AnswerSchema, ChatMessage, FinishReason, Sampling } from "@/lib/llm/schema";

/**
 * The output format of a method: `faithful` as in the papers, free text and a text parser; `structured` by a JSON
 * schema with the rationale before the verdict. The format changes how accurate judges are, so the two are never
 * mixed in one table.
 */
export const OutputProfile = z.enum(["faithful", "structured"]);
export type OutputProfile = z.infer<typeof OutputProfile>;

// ---------------------------------------------------------------- what a method works on

export interface DraftItem {
  id: string;
  name?: string;
  text: string;
  /** The ends of a criterion's scale; missing for a yes/no question. */
  points?: { min: number; max: number; labels?: Record<string, string> };
}

interface DraftResponse {
  id: string;
  text: string;
  model?: string;
}

/** A person's revision of a drafted evaluation by one criterion: the lines after their decisions, and their score. */
export interface RevisedEvaluation {
  item: string;
  lines: readonly string[];
  score: number;
}

/** The input of one unit. A method's `needs` lists the parts it requires. */
export interface DraftInput {
  instruction: string;
  /** The text that the instruction applies to. */
  input?: string;
  /** Earlier turns of a conversation; the judged turn follows them. */
  turns?: readonly { role: string; content: string }[];
  /** An answer known to be good. */
  reference?: string;
  /** The experts' description of the task as a whole. */
  description?: string;
  /** None for methods that write rubrics, one to judge, two to compare (A, then B). */
  responses: readonly DraftResponse[];
  /** The checklist or the criteria to judge by. */
  items: readonly DraftItem[];
  /** Evaluations of the response as a person revised them; for methods that read these. */
  revised?: readonly RevisedEvaluation[];
  /** An example of the task with its output, for criteria of a whole dataset. */
  demonstration?: { input: string; output: string };
}

export type MethodNeed = "reference" | "response" | "pair" | "checklist" | "criteria" | "demonstration";

// ---------------------------------------------------------------- calls

/** The template of a prompt. Changed words are a new version. */
export interface TemplateRef {
  id: string;
  version: string;
}

/**
 * The exact prompt of a call: its template, and a hash of everything that the model is sent except the texts to be
 * judged. That covers the template, what fills its slots, the required format with its schema, and the reminder.
 */
export interface PromptRef extends TemplateRef {
  hash: string;
}

/** One planned call of a model: the prompt, and the parser of the answer. */
export interface CallPlan {
  /** The call's name within its unit, the same whenever it is planned: "item:c1.2 sample:0". */
  key: string;
  template: PromptRef;
  messages: readonly ChatMessage[];
  sampling: Sampling;
  schema?: AnswerSchema;
  sampleIndex: number;
  /** The order of two responses in the prompt. */
  order?: SideOrder;
  /** The item, when the call is about one. */
  item?: string;
  /** The model that is called, where it is not the run's own: a member of a panel of judges. */
  asked?: { endpoint: string; model: string };
  /** Added when the answer could not be parsed and the model would repeat it. */
  reminder: string;
  /** Parses the answer. Pure; never throws. */
  read: (answer: ModelAnswer) => ParseResult<unknown>;
}

/** A model's raw answer. */
export interface ModelAnswer {
  text: string;
  finishReason: FinishReason;
  /** The model declined to answer. */
  refusal?: boolean;
  /** The endpoint evidently read a part of the prompt only. */
  promptCut?: boolean;
}

/**
 * The result of a parser: the value, the model's own rationale (never made up), and the value's position in
 * the normalised text; or why there is none. `lacking` says why a part of the value could not be read: the model is
 * asked again, and the value is used if no attempt gives a better one.
 */
export type ParseResult<T> =
  | {
      ok: true;
      value: T;
      rationale: string;
      span: [from: number, to: number];
      flags: string[];
      lacking?: ParseCode;
    }
  | { ok: false; code: ParseCode };

/** A call that was made and parsed, with all its attempts. */
export interface ParsedCall {
  plan: CallPlan;
  /** The raw answer, for methods that continue from it. */
  text: string;
  outcome: ParseResult<unknown>;
}

// ---------------------------------------------------------------- what comes out

/** Why there is no value. Values are never guessed. */
export const NoValueReason = z.enum([
  "parse_failed",
  "refused",
  "truncated",
  "prompt_cut",
  "tie",
  "out_of_range",
  "verifier_borderline",
  /** A problem that is solved with few examples already, or not with many. */
  "not_separated",
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
  /** The scale drafted for a criterion; missing: 1 to 5. */
  points?: DraftItem["points"];
  flags: string[];
}

/** A model's rationale and rating of an item that it was asked to improve. */
export interface ItemRating {
  question: string;
  rating: number;
  feedback: string;
}

export interface DraftedRubric {
  kind: "checklist" | "criteria";
  items: DraftedItem[];
  flags: string[];
  /** The model's reasoning before the items; missing when it gave none. */
  rationale?: string;
  /** Ratings of the items that this rubric refines. */
  ratings?: ItemRating[];
}

/** A drafted value for one unit, with its explanation lines and votes. */
export interface DraftedValue {
  target: { item: string } | "overall" | "preference";
  response?: string;
  value: "yes" | "no" | "na" | number | "A" | "B" | "tie" | null;
  undecided?: NoValueReason;
  lines: string[];
  /** Index of the line that states the value. */
  scoreLine?: number;
  votes?: (string | number | null)[];
  /** The response that the judge saw first, where there was only one order. */
  order?: SideOrder;
  /** For a method that uses a checklist only where samples disagree. */
  selective?: SelectiveChoice;
  /** For a method that leaves out one item at a time. */
  ablations?: ItemAblation[];
  flags: string[];
}

/** A judge's label of the response, with its reasons and the label of each sample; null where it gave none. */
export const DraftedLabel = z.object({
  label: z.string().nullable(),
  undecided: NoValueReason.optional(),
  lines: z.array(z.string()),
  votes: z.array(z.string().nullable()).optional(),
  flags: z.array(z.string()),
});
export type DraftedLabel = z.infer<typeof DraftedLabel>;

/**
 * An answer proved by rules, so that the model was not called. It is a draft of the rules, never of the
 * model.
 */
export interface ProvedAnswer {
  item: string;
  response: string;
  value: "yes" | "no";
  /** The evidence as text. */
  lines: string[];
  provenance: Record<string, unknown>;
}

/**
 * A generated response's part in its method: an answer to the instruction; the first version and the revised ones
 * of a refinement; a candidate of a selection, or the greedy one it is compared with.
 */
export const ResponseRole = z.enum(["answer", "initial", "revised", "candidate", "greedy"]);
export type ResponseRole = z.infer<typeof ResponseRole>;

/** The judgements on a generated response and its outcome. */
export const ResponseTrace = z.object({
  /** The plan by which it was written; for a revised response. */
  plan: z.string().optional(),
  /** Answers to the checklist; the reason when there is none. */
  answers: z
    .array(
      z.object({
        question: z.string(),
        answer: z.enum(["yes", "no"]).nullable(),
        undecided: NoValueReason.optional(),
        analysis: z.string(),
      }),
    )
    .optional(),
  /** The feedback on it, as shown to the model that revised it. */
  feedback: z.string().optional(),
  /** The model's own direct score from 1 to 5; null when it could not be parsed. */
  selfScore: z.number().nullable().optional(),
});
export type ResponseTrace = z.infer<typeof ResponseTrace>;

/** A response that a method generated. */
export interface GeneratedText {
  text: string;
  role: ResponseRole;
  /** 0 for the first version, plus one for each revision. */
  iteration: number;
  sample: number;
  /** As requested; null if left to the model. */
  temperature: number | null;
  /** True for the last version of a refinement, the selected candidates, and every plain answer. */
  isFinal: boolean;
  /** Questions answered yes, answered at all, and asked; null without a checklist. */
  passed: { yes: number; answered: number; asked: number } | null;
  trace: ResponseTrace;
  flags: string[];
}

/** Why a refinement or selection ended. */
export const StopReason = z.enum([
  /** Every question was answered yes. */
  "all_yes",
  /** The maximum number of revisions was made. */
  "iterations",
  /** No question was answered no, but some could not be decided. */
  "nothing_to_improve",
  /** No question could be decided. */
  "not_evaluated",
  /** The critique or the revised response could not be parsed. */
  "revision_unreadable",
  /** Candidates were selected. */
  "selected",
  /** No candidate has a pass rate. */
  "none_selected",
]);
export type StopReason = z.infer<typeof StopReason>;

/** The drafts of a method for one unit. Each part is a separate draft; a failed part has a reason. */
export interface DraftedUnit {
  rubric?: DraftedRubric;
  /** Further rubrics of a method that samples several: those after the first one that could be read. */
  furtherRubrics?: DraftedRubric[];
  values: DraftedValue[];
  /** In the order in which they were written. */
  responses?: GeneratedText[];
  /** Why it ended, for methods that write responses in several steps. */
  stopped?: StopReason;
  /** Why there is no response; for methods that write responses. */
  undecided?: NoValueReason;
  proofs?: ProvedAnswer[];
  /** Labels of items, from a closed list. */
  labels?: { item: string; labels: string[]; flags: string[] }[];
  /** The label of the response, by a judge that labels. */
  label?: DraftedLabel;
  /** The vector of the unit's text by the endpoint's embedding model. */
  vector?: readonly number[];
  /** Numbers about the method itself, such as the consistency of criteria. Null when undefined. */
  measures?: { name: string; value: number | null; note?: string }[];
}

/**
 * More calls, planned from the answers so far; or texts to embed, and a function of their vectors (null
 * without an embedding model); or the result.
 */
type Reduced =
  | { calls: CallPlan[] }
  | { embed: readonly string[]; finish: (vectors: readonly (readonly number[])[] | null) => DraftedUnit }
  | { drafted: DraftedUnit };

/**
 * A secret function of a text that returns hexadecimal digits. Its first digits delimit the text in a prompt:
 * the text's author cannot know them, and the same text always gets the same ones.
 */
export type TextFence = (text: string) => string;

/** Calls of a later stage, at most: each prompt holds the instruction, the method's own words, and earlier answers. */
export interface LaterCalls {
  calls: number;
  /** The most tokens of earlier answers that each of them reads. */
  reads: number;
  /** Texts that each of them shows beside the instruction. */
  shows?: readonly string[];
  /** `shows` are whole prompts but for earlier answers: instruction and words of the method are among them. */
  isWhole?: true;
  /** The most tokens that each of them writes. */
  writes: number;
}

/**
 * A drafting or judging method of the literature as a value. `plan` and `reduce` are pure, so every method
 * can be tested on recorded answers, previewed for its cost, and resumed anywhere.
 */
export interface DraftMethod<P = unknown> {
  id: string;
  /** Increases with any change that could change a result. */
  version: string;
  profile: OutputProfile;
  title: string;
  /** The method's description and source, for the researcher who chooses it. */
  description: string;
  paper: string;
  produces:
    | "checklist"
    | "criteria"
    | "answers"
    | "scores"
    | "overall"
    | "preference"
    | "labels"
    | "measure"
    | "vectors"
    | "responses";
  subject: "task" | "response" | "pair" | "dataset";
  needs: readonly MethodNeed[];
  templates: readonly TemplateRef[];
  params: z.ZodType<P>;
  /** The parameters that name the condition of its drafts; all of them if missing. */
  condition?: (params: P) => Record<string, unknown>;
  /** For a version of a judge: its id, and the model it was made for. */
  judge?: {
    version: string;
    endpoint: string;
    model: string;
    isArchived: boolean;
    /** For a panel: endpoint and model of each member. */
    members?: readonly { endpoint: string; model: string }[];
  };
  /** It can go on from evaluations by criterion as people revised them. */
  readsRevised?: true;
  /** It embeds texts: a run needs an endpoint with an embedding model. */
  embeds?: true;
  /** The number of retries after an answer that cannot be parsed. */
  retries: number;
  /** The maximum number of calls of a unit, without repeated ones. */
  most: (input: DraftInput, params: P) => number;
  /** The most calls after the first stage; without it, their tokens are estimated from the first stage. */
  later?: (params: P, input: DraftInput) => LaterCalls[];
  /** The most responses that it writes for a unit; of methods that write responses. */
  mostResponses?: (params: P) => number;
  /** The number of a unit's answers left to the rules; null when none may be. */
  left?: (input: DraftInput, params: P) => number | null;
  plan: (input: DraftInput, params: P, fence: TextFence) => CallPlan[];
  /** All calls of the unit so far, in the order of their plans. */
  reduce: (calls: readonly ParsedCall[], input: DraftInput, params: P, fence: TextFence) => Reduced;
}

export const LabelledItems = z.object({
  labels: z.array(z.object({ item: z.string(), labels: z.array(z.string()) })),
});
