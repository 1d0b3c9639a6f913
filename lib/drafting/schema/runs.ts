import { z } from "zod";
import { TaskFilter } from "@/lib/dataset/schema";
import { type RubricOption, RubricSource, type Sources } from "@/lib/dataset/schema/sources";
import { OutputProfile } from "@/lib/drafting/schema";
import { Micros, Model, Name } from "@/lib/drafting/schema/endpoints";
import { AddedResponses } from "@/lib/drafting/schema/generated";

export const RunParams = z.strictObject({ run: z.uuid() });

export const UnitParams = z.strictObject({ run: z.uuid(), unit: z.uuid() });

/**
 * Use of answers that the project has already: `use` takes them; `refresh` requests everything anew and replaces them for
 * later runs; `replay-only` requests nothing, so that calls without an answer fail.
 */
export const CachePolicy = z.enum(["use", "refresh", "replay-only"]);
export type CachePolicy = z.infer<typeof CachePolicy>;

/** The subjects of a run. Tasks are in the dataset's order. */
export const RunSelection = z.strictObject({
  /** As for batches; conditions on responses apply to both of a pair. */
  filter: TaskFilter.default({}),
  /** Only these tasks. */
  tasks: z.array(z.uuid()).min(1).max(10_000).optional(),
  /** Only the first tasks of those left. */
  first: z.int().min(1).max(1_000_000).optional(),
  /** Only pairs of these two models: the first one's response is A. */
  pair: z.tuple([z.string().max(500), z.string().max(500)]).optional(),
  /**
   * The source of the rubrics to judge by, like that of a batch's step; the rubric written for the subject,
   * otherwise its task's. If missing, the newest finished run's or the newest reviewed one, recorded in the
   * run when it is created.
   */
  rubric: RubricSource.refine(({ from }) => from !== "people", {
    error: "has no items to judge by",
  }).optional(),
  /** Instead of a source: each task's newest rubric of this method, from any run. */
  rubricMethod: z.string().max(200).optional(),
  /** The example from which criteria of a whole dataset are drafted. */
  demonstration: z.strictObject({ task: z.uuid(), response: z.uuid() }).optional(),
  /**
   * The experts' description of the task as a whole, for methods whose prompts begin with it; judges also
   * read instruction and input.
   */
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
  /** The maximum number of HTTP requests, including repeated ones. */
  maxCalls: z.int().min(1).max(2_000_000_000).nullable(),
  maxCostMicros: Micros.nullable(),
};

export const NewRun = z.strictObject({
  ...RunDesign.shape,
  name: Name,
  maxCalls: caps.maxCalls.default(null),
  maxCostMicros: caps.maxCostMicros.default(null),
  /** Ignores cached answers. */
  uncached: z.boolean().default(false),
  /** Use of answers that the project has already. */
  cachePolicy: CachePolicy.default("use"),
  /** The generated responses that are added to the dataset. */
  addResponses: AddedResponses.default("none"),
  /** Starts at once; otherwise it is created as a draft. */
  start: z.boolean().default(false),
  /** False: a trial, whose drafts are neither shown nor counted until it is published. */
  published: z.boolean().default(true),
});
export type NewRun = z.infer<typeof NewRun>;

/** Resuming, optionally with other limits. */
export const ResumeBody = z.strictObject(caps).partial();
export type ResumeBody = z.infer<typeof ResumeBody>;

/** True if a run's drafts may be shown and counted. */
export const PublishRunBody = z.strictObject({ published: z.boolean() });

/** Retries failed units; all, or one kind of failure. */
export const RetryBody = z.strictObject({ error: z.string().max(100).optional() });

/** A run design to preview: its cost, and the prompt for one of its tasks, responses or pairs. */
export const PreviewBody = z.strictObject({
  ...RunDesign.shape,
  /** Index among those that fit, from 0. */
  show: z.int().min(0).max(100_000_000).default(0),
});
export type PreviewBody = z.infer<typeof PreviewBody>;

/** The exact first prompts for one task, response or pair. */
export const PromptPreview = z.object({
  /** Index among those that fit, from 0. */
  at: z.number(),
  task: z.string(),
  responses: z.array(z.string()),
  /** The first distinct prompts, with how often each is sent. */
  prompts: z.array(
    z.object({
      messages: z.array(z.object({ role: z.string(), content: z.string() })),
      schema: z.record(z.string(), z.unknown()).nullable(),
      times: z.number(),
    }),
  ),
  /** Number of further distinct prompts. */
  more: z.number(),
  /** Further calls depend on the answers to these. */
  goesOn: z.boolean(),
});
export type PromptPreview = z.infer<typeof PromptPreview>;

/** The maximum cost of a run, without repeated calls. */
export const RunPreview = z.object({
  units: z.number(),
  /** Selected subjects that lack what the method needs. */
  unfit: z.number(),
  calls: z.number(),
  /** Answers left to the rules, without a call; null when the method leaves none. */
  left: z.number().nullable(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Null: the price is unknown. */
  costMicros: z.number().nullable(),
  currency: z.string(),
  /** The date of the price that was used. */
  priceSince: z.string().nullable(),
  /** Estimated from a sample of the units. */
  sampled: z.boolean(),
  /** The minimum at the endpoint's rate. */
  seconds: z.number(),
  /** The source of the rubrics to judge by; null when the method needs none, or the study has none. */
  rubric: RubricSource.nullable(),
  /** Null: nothing matches the selection, or the index is too large. */
  prompt: PromptPreview.nullable(),
});
export type RunPreview = z.infer<typeof RunPreview>;

export const RunState = z.enum(["draft", "running", "paused", "paused_budget", "done", "cancelled"]);
export type RunState = z.infer<typeof RunState>;

export const RunView = z.object({
  id: z.string(),
  name: z.string(),
  dataset: z.object({
    id: z.string(),
    name: z.string(),
  }),
  endpoint: z.object({
    id: z.string(),
    name: z.string(),
  }),
  method: z.string(),
  methodVersion: z.string(),
  profile: OutputProfile,
  params: z.record(z.string(), z.unknown()),
  selection: RunSelection,
  model: z.string(),
  /** No cached answers were used. */
  uncached: z.boolean(),
  cachePolicy: CachePolicy,
  /** The generated responses that are added to the dataset. */
  addResponses: AddedResponses,
  state: RunState,
  /** Why the system paused it; null when a person did. */
  pausedFor: z.string().nullable(),
  maxCalls: z.number().nullable(),
  maxCostMicros: z.number().nullable(),
  currency: z.string(),
  /** False: its cost is unknown. */
  priced: z.boolean(),
  /** The amount spent, compared with limits and shown on all pages. */
  spentMicros: z.number(),
  /** The part confirmed by answers; the rest is reserved, or of requests without an answer. */
  costMicros: z.number(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  /** True if its drafts may be shown and counted; false for trials and withdrawn runs. */
  published: z.boolean(),
  withdrawnAt: z.date().nullable(),
  units: z.object({
    all: z.number(),
    waiting: z.number(),
    working: z.number(),
    done: z.number(),
    failed: z.number(),
  }),
});
export type RunView = z.infer<typeof RunView>;

/** A run with its progress. */
export const RunProgress = RunView.extend({
  /** Answers used, and how many of them were cached. */
  calls: z.number(),
  cached: z.number(),
  /** HTTP requests in all, and in the last minute. */
  requests: z.number(),
  requestsPerMinute: z.number(),
  /** Failed units by reason. */
  failed: z.record(z.string(), z.number()),
  /** Answers that could not be parsed, by reason. */
  unread: z.record(z.string(), z.number()),
  /** Number of drafts by kind. */
  made: z.object({
    drafts: z.number(),
    rubrics: z.number(),
    /** Responses and items that were labelled. */
    labels: z.number(),
    /** Generated responses, and how many of them are in the dataset. */
    responses: z.number(),
    added: z.number(),
  }),
  /** Answers left to the rules, which proved them. */
  left: z.number(),
  /** Seconds left, at the pace of the last two minutes; null when there is none. */
  secondsLeft: z.number().nullable(),
  /** Measures of the method itself. */
  measures: z.array(
    z.object({
      name: z.string(),
      value: z.number().nullable(),
      note: z.string().optional(),
    }),
  ),
});
export type RunProgress = z.infer<typeof RunProgress>;

export const RunFailure = z.object({
  unit: z.string(),
  position: z.number(),
  task: z.object({
    id: z.string(),
    key: z.string(),
  }),
  response: z
    .object({
      id: z.string(),
      key: z.string(),
    })
    .nullable(),
  error: z.string(),
  /** HTTP status of its last call; null if there was none. */
  status: z.number().nullable(),
  finishedAt: z.date().nullable(),
});
export type RunFailure = z.infer<typeof RunFailure>;

/** The choices for narrowing down a run over a dataset, beside its tags and models. */
export interface RunChoices {
  /** Sources of rubrics that a model can judge by. */
  rubrics: RubricOption[];
  /** Number of tasks with rubrics of several sources. */
  several: Sources["several"];
  /** The first tasks with responses, to choose an example from. */
  examples: {
    id: string;
    key: string;
    title: string;
    responses: { id: string; model: string | null; key: string }[];
  }[];
}
