import { z } from "zod";
import { TaskFilter } from "@/lib/dataset/schema";
import { type RubricOption, RubricSource, type Sources } from "@/lib/dataset/schema/sources";
import { OutputProfile } from "@/lib/drafting/schema";
import { Micros, Model, Name } from "@/lib/drafting/schema/endpoints";

export const RunParams = z.strictObject({ run: z.uuid() });

export const UnitParams = z.strictObject({ run: z.uuid(), unit: z.uuid() });

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
  /**
   * Where the rubrics to judge by come from, like those of a batch's step; of one source the one that was written for
   * just this subject, else its task's. Left out, it is the newest finished run's or the newest that people reviewed,
   * and the run says which from when it is made.
   */
  rubric: RubricSource.refine(({ from }) => from !== "people", {
    error: "has no items to judge by",
  }).optional(),
  /** Instead of a source: each task's newest rubric of this method, of whatever run. */
  rubricMethod: z.string().max(200).optional(),
  /** The example that criteria of a whole dataset are drafted from. */
  demonstration: z.strictObject({ task: z.uuid(), response: z.uuid() }).optional(),
  /** What experts say of the task as a whole, for methods whose prompts begin with it; judges read instruction and input beside it. */
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
  /** Asks everything anew, also what the same call was answered before. */
  uncached: z.boolean().default(false),
  /** Starts at once; otherwise it waits as a draft. */
  start: z.boolean().default(false),
  /** False: it is tried, and nothing of it is shown or counted until it is published. */
  published: z.boolean().default(true),
});
export type NewRun = z.infer<typeof NewRun>;

/** Going on, with other limits where they are given. */
export const ResumeBody = z.strictObject(caps).partial();
export type ResumeBody = z.infer<typeof ResumeBody>;

/** Whether what a run drafts may be shown and counted. */
export const PublishRunBody = z.strictObject({ published: z.boolean() });

/** Fails again what failed; of all kinds, or of one. */
export const RetryBody = z.strictObject({ error: z.string().max(100).optional() });

/** A design whose cost is asked for, and the prompt of one of the tasks, responses or pairs it is about. */
export const PreviewBody = z.strictObject({
  ...RunDesign.shape,
  /** Which of those that fit, from 0. */
  show: z.int().min(0).max(100_000_000).default(0),
});
export type PreviewBody = z.infer<typeof PreviewBody>;

/** What would be sent first of all for one task, response or pair: to the letter. */
export const PromptPreview = z.object({
  /** Which of those that fit, from 0. */
  at: z.number(),
  task: z.string(),
  responses: z.array(z.string()),
  /** Different prompts, the first of them, with how often each is asked. */
  prompts: z.array(
    z.object({
      messages: z.array(z.object({ role: z.string(), content: z.string() })),
      schema: z.record(z.string(), z.unknown()).nullable(),
      times: z.number(),
    }),
  ),
  /** How many different prompts are not among them. */
  more: z.number(),
  /** Further calls are made from the answers to these. */
  goesOn: z.boolean(),
});
export type PromptPreview = z.infer<typeof PromptPreview>;

/** What a run would take at most, answers that have to be asked for again aside. */
export const RunPreview = z.object({
  units: z.number(),
  /** Subjects that were chosen but lack what the method needs. */
  unfit: z.number(),
  calls: z.number(),
  /** Answers that are left to the rules, without a call; null where the method does not leave any. */
  left: z.number().nullable(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Null: the price is unknown. */
  costMicros: z.number().nullable(),
  currency: z.string(),
  /** The day of the price it is counted with. */
  priceSince: z.string().nullable(),
  /** It was counted on a part of the units and projected to all. */
  sampled: z.boolean(),
  /** At the endpoint's rate, at the least. */
  seconds: z.number(),
  /** Whose rubrics are judged by; null where the method needs none, or none was chosen and there is none. */
  rubric: RubricSource.nullable(),
  /** Null: nothing fits what was chosen, or there is no such one. */
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
  /** Nothing was taken from the cache: every call was asked anew. */
  uncached: z.boolean(),
  state: RunState,
  /** Why the system paused it; null when somebody did. */
  pausedFor: z.string().nullable(),
  maxCalls: z.number().nullable(),
  maxCostMicros: z.number().nullable(),
  currency: z.string(),
  /** False: nothing is known of what it costs. */
  priced: z.boolean(),
  /** What was spent: what limits are held against, and every page says. */
  spentMicros: z.number(),
  /** What of it is confirmed by an answer; the rest is under way, or of requests that were not answered. */
  costMicros: z.number(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  /** Whether what it drafts may be shown and counted; not while it is tried, and not since it was withdrawn. */
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

/** A run with how it is going. */
export const RunProgress = RunView.extend({
  /** Answers used, and how many of them were there already. */
  calls: z.number(),
  cached: z.number(),
  /** Requests over the wire, and of the last minute. */
  requests: z.number(),
  requestsPerMinute: z.number(),
  /** Units by why they failed. */
  failed: z.record(z.string(), z.number()),
  /** Answers that could not be read, by why. */
  unread: z.record(z.string(), z.number()),
  /** What was drafted. */
  made: z.object({
    drafts: z.number(),
    rubrics: z.number(),
  }),
  /** Answers that were left to the rules, which proved them. */
  left: z.number(),
  /** Seconds, at the pace of the last two minutes; null when there is none. */
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
  /** Of its last call, where there was one. */
  status: z.number().nullable(),
  finishedAt: z.date().nullable(),
});
export type RunFailure = z.infer<typeof RunFailure>;

/** What a run over a dataset can be narrowed down to, beside its tags and models. */
export interface RunChoices {
  /** Where rubrics that a model can judge by come from. */
  rubrics: RubricOption[];
  /** How many tasks have rubrics of several sources. */
  several: Sources["several"];
  /** The first tasks with responses, to choose an example from. */
  examples: {
    id: string;
    key: string;
    title: string;
    responses: { id: string; model: string | null; key: string }[];
  }[];
}
