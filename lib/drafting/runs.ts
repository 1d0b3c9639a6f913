import { z } from "zod";
import { TaskFilter } from "@/lib/dataset/schema";
import type { Profile } from "@/lib/drafting/schema";
import { FailureKind, Provider, type Sampling } from "@/lib/llm/schema";

/* What goes in and out of the API for endpoints, runs and the provenance of drafts. Money is in millionths. */

export const EndpointParams = z.strictObject({ endpoint: z.uuid() });
export const RunParams = z.strictObject({ run: z.uuid() });
export const DraftParams = z.strictObject({ draft: z.uuid() });
export const VersionParams = z.strictObject({ version: z.uuid() });

// ---------------------------------------------------------------- endpoints

const Name = z.string().trim().min(1, "is missing").max(120, "must have at most 120 characters");
const Model = z.string().trim().min(1, "is missing").max(200, "must have at most 200 characters");
const Micros = z.int().min(0).max(1e15);

const endpointFields = {
  name: Name,
  provider: Provider,
  /** Where its paths begin: "https://api.example.com/v1". */
  baseUrl: z.string().min(1, "is missing").max(500),
  /** Kept sealed and never shown again, its last four characters aside. Null: it needs none. */
  apiKey: z
    .string()
    .min(8, "is too short")
    .max(1000)
    .regex(/^[\x21-\x7e]+$/, "must consist of visible ASCII characters")
    .nullable(),
  model: Model,
  embeddingModel: Model.nullable(),
  requestsPerMinute: z.int().min(1).max(6000),
  tokensPerMinute: z.int().min(1).max(2_000_000_000).nullable(),
  concurrency: z.int().min(1).max(64),
  timeoutSeconds: z.int().min(1).max(60),
  currency: z.string().regex(/^[A-Z]{3}$/, "is a currency's three letters, such as USD"),
  /** What may be spent there altogether; null: runs have limits of their own only. */
  budgetMicros: Micros.nullable(),
};

export const NewEndpoint = z.strictObject({
  ...endpointFields,
  apiKey: endpointFields.apiKey.default(null),
  embeddingModel: endpointFields.embeddingModel.default(null),
  requestsPerMinute: endpointFields.requestsPerMinute.default(60),
  tokensPerMinute: endpointFields.tokensPerMinute.default(null),
  concurrency: endpointFields.concurrency.default(4),
  timeoutSeconds: endpointFields.timeoutSeconds.default(60),
  currency: endpointFields.currency.default("USD"),
  budgetMicros: endpointFields.budgetMicros.default(null),
});
export type NewEndpoint = z.infer<typeof NewEndpoint>;

/** What is left out stays. A key is bound to its origin: with another origin it has to be given again. */
export const EndpointChanges = z.strictObject(endpointFields).partial();
export type EndpointChanges = z.infer<typeof EndpointChanges>;

/** What a model costs from a day on, per million tokens. A second one for the same day takes the first's place. */
export const NewPrice = z.strictObject({
  model: Model,
  inputMicros: Micros,
  cachedInputMicros: Micros.nullable().default(null),
  outputMicros: Micros,
  since: z.iso.date(),
});
export type NewPrice = z.infer<typeof NewPrice>;

/** What a test of the connection found out about one thing: it works, it does not (why), or it was not tried. */
export const Probe = z.strictObject({
  works: z.boolean().nullable(),
  failure: FailureKind.optional(),
});
export type Probe = z.infer<typeof Probe>;

export const EndpointTest = z.strictObject({
  at: z.iso.datetime(),
  model: z.string(),
  modelReturned: z.string().optional(),
  text: Probe,
  jsonSchema: Probe,
  temperature: Probe,
  seed: Probe,
  embedding: Probe,
  milliseconds: z.number().optional(),
});
export type EndpointTest = z.infer<typeof EndpointTest>;

/** An endpoint as it is shown: never its key. */
export interface EndpointView {
  id: string;
  name: string;
  provider: Provider;
  baseUrl: string;
  keyLastFour: string | null;
  model: string;
  embeddingModel: string | null;
  requestsPerMinute: number;
  tokensPerMinute: number | null;
  concurrency: number;
  timeoutSeconds: number;
  currency: string;
  budgetMicros: number | null;
  spentMicros: number;
  /** Settings that models were found to refuse, by model. */
  refused: Record<string, string[]>;
  /** Nothing is asked until then, because everything failed. */
  brokenUntil: Date | null;
  /** Newest first. */
  prices: (Omit<NewPrice, "cachedInputMicros"> & { cachedInputMicros: number | null })[];
  /** Asked for and not done yet when it is later than `test.at`. */
  testRequestedAt: Date | null;
  test: EndpointTest | null;
  createdAt: Date;
}

// ---------------------------------------------------------------- runs

/** Which subjects a run is about. Tasks come in the dataset's order. */
export const RunSelection = z.strictObject({
  /** As for batches; what it says of responses holds for both of a pair. */
  filter: TaskFilter.default({}),
  /** Only these tasks. */
  tasks: z.array(z.uuid()).min(1).max(10_000).optional(),
  /** Only the first so many tasks of what is left. */
  first: z.int().min(1).max(1_000_000).optional(),
  /** Only pairs of these two models: the first one's response is A. */
  pair: z.tuple([z.string().max(500), z.string().max(500)]).optional(),
  /** Judge by rubrics of this method only; otherwise by each task's newest rubric of the kind the method needs. */
  rubricMethod: z.string().max(200).optional(),
  /** The example that criteria of a whole dataset are drafted from. */
  demonstration: z.strictObject({ task: z.uuid(), response: z.uuid() }).optional(),
  /** What experts say of the task as a whole, for methods that take it in place of the instruction. */
  description: z.string().trim().min(1).max(20_000).optional(),
});
export type RunSelection = z.infer<typeof RunSelection>;

export const RunDesign = z.strictObject({
  dataset: z.uuid(),
  method: z.string().max(200),
  params: z.record(z.string(), z.unknown()).default({}),
  endpoint: z.uuid(),
  /** Null: the endpoint's own. */
  model: Model.nullable().default(null),
  selection: RunSelection.default({ filter: {} }),
});
export type RunDesign = z.infer<typeof RunDesign>;

const caps = {
  /** The most requests over the wire, repeated ones included. */
  maxCalls: z.int().min(1).max(2_000_000_000).nullable(),
  maxCostMicros: Micros.nullable(),
};

export const NewRun = z.strictObject({
  ...RunDesign.shape,
  name: Name,
  maxCalls: caps.maxCalls.default(null),
  maxCostMicros: caps.maxCostMicros.default(null),
  /** Starts at once; otherwise it waits as a draft. */
  start: z.boolean().default(false),
});
export type NewRun = z.infer<typeof NewRun>;

/** Going on, with other limits where they are given. */
export const ResumeBody = z.strictObject(caps).partial();
export type ResumeBody = z.infer<typeof ResumeBody>;

/** Fails again what failed; of all kinds, or of one. */
export const RetryBody = z.strictObject({ error: z.string().max(100).optional() });

/** What a run would take at most, answers that have to be asked for again aside. */
export interface RunPreview {
  units: number;
  /** Subjects that were chosen but lack what the method needs. */
  unfit: number;
  calls: number;
  /** Answers that are left to the rules, without a call; null where the method does not leave any. */
  left: number | null;
  inputTokens: number;
  outputTokens: number;
  /** Null: the price is unknown. */
  costMicros: number | null;
  currency: string;
  /** The day of the price it is counted with. */
  priceSince: string | null;
  /** It was counted on a part of the units and projected to all. */
  sampled: boolean;
  /** At the endpoint's rate, at the least. */
  seconds: number;
}

export const RunState = z.enum(["draft", "running", "paused", "paused_budget", "done", "cancelled"]);
export type RunState = z.infer<typeof RunState>;

export interface RunView {
  id: string;
  name: string;
  dataset: { id: string; name: string };
  endpoint: { id: string; name: string };
  method: string;
  methodVersion: string;
  profile: Profile;
  params: Record<string, unknown>;
  selection: RunSelection;
  model: string;
  state: RunState;
  /** Why the system paused it; null when somebody did. */
  pausedFor: string | null;
  maxCalls: number | null;
  maxCostMicros: number | null;
  currency: string;
  /** False: nothing is known of what it costs. */
  priced: boolean;
  /** As the endpoint's own count has it. */
  costMicros: number;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  units: { all: number; waiting: number; working: number; done: number; failed: number };
}

/** A run with how it is going. */
export interface RunProgress extends RunView {
  /** Answers used, and how many of them were there already. */
  calls: number;
  cached: number;
  /** Requests over the wire, and of the last minute. */
  requests: number;
  requestsPerMinute: number;
  /** Reserved for requests under way, or not known to be free, included. */
  spentMicros: number;
  /** Units by why they failed. */
  failed: Record<string, number>;
  /** Answers that could not be read, by why. */
  unread: Record<string, number>;
  /** What was drafted. */
  made: { drafts: number; rubrics: number };
  /** Answers that were left to the rules, which proved them. */
  left: number;
  /** Seconds, at the pace of the last two minutes; null when there is none. */
  secondsLeft: number | null;
  /** Measures of the method itself. */
  measures: { name: string; value: number | null; note?: string }[];
}

export interface RunFailure {
  unit: string;
  position: number;
  task: { id: string; key: string };
  response: { id: string; key: string } | null;
  error: string;
  /** Of its last call, where there was one. */
  status: number | null;
  finishedAt: Date | null;
}

// ---------------------------------------------------------------- provenance

/** How one draft was made: everything between the method and the value. */
export interface Provenance {
  method: { id: string; version: string; title: string | null; profile: Profile };
  params: Record<string, unknown>;
  run: { id: string; name: string };
  flags: string[];
  /** Why there is no value. */
  undecided: string | null;
  votes: unknown[] | null;
  calls: ProvenanceCall[];
}

export interface ProvenanceCall {
  id: string;
  key: string;
  attempt: number;
  cached: boolean;
  template: { id: string; version: string; hash: string };
  repairedPrompt: boolean;
  order: string | null;
  messages: { role: string; content: string }[];
  schema: unknown;
  model: { requested: string; returned: string | null };
  base: string;
  samplingRequested: Sampling;
  samplingSent: Partial<Sampling> | null;
  samplingDropped: string[];
  text: string | null;
  reasoning: string | null;
  finishReason: string | null;
  refusal: boolean;
  /** Null: it could be read. */
  parseCode: string | null;
  parsed: unknown;
  flags: string[];
  usage: Record<string, number> | null;
  costMicros: number | null;
  currency: string;
  latencyMs: number | null;
  httpAttempts: unknown[];
  requestId: string | null;
  systemFingerprint: string | null;
  at: Date;
}
