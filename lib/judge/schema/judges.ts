import { z } from "zod";
import { Micros, Model, Name } from "@/lib/drafting/schema/endpoints";
import {
  FEWEST_MEMBERS,
  JudgeSpec,
  JudgeSubject,
  MOST_MEMBERS,
  PanelRule,
  PromptSpec,
} from "@/lib/drafting/schema/judge-spec";
import { RunPreview } from "@/lib/drafting/schema/runs";
import { pageQuery } from "@/lib/http/page";

export const JudgeRouteParams = z.strictObject({ judge: z.uuid() });
export const JudgeVersionRouteParams = z.strictObject({ version: z.uuid() });

export const VersionValuesQuery = z.strictObject({ dataset: z.uuid() });

/** The model of a version, and why it was made. */
const versionFields = {
  spec: PromptSpec,
  endpoint: z.uuid(),
  /** Null: the endpoint's own. */
  model: Model.nullable().default(null),
  /** A note on the change and its reason. */
  note: z.string().trim().max(2000).default(""),
};

export const JudgesQuery = pageQuery({});
export type JudgesQuery = z.infer<typeof JudgesQuery>;

/** A judge with its first version: from a published method, or with a specification of its own. */
export const NewJudge = z
  .strictObject({
    name: Name,
    ...versionFields,
    spec: PromptSpec.optional(),
    /** A starting point, such as `tick.direct`. */
    origin: z.string().max(200).nullable().default(null),
  })
  .refine(({ spec, origin }) => spec !== undefined || origin !== null, {
    error: "is needed without a starting point",
    path: ["spec"],
  });
export type NewJudge = z.infer<typeof NewJudge>;

export const ChangeJudge = z.strictObject({ archived: z.boolean() });

export const NewJudgeVersion = z.strictObject({
  ...versionFields,
  /** The version it was made from. */
  parent: z.uuid(),
});
export type NewJudgeVersion = z.infer<typeof NewJudgeVersion>;

/** The members of a panel and how their values become one. */
const panelFields = {
  /** Ids of versions of judges of the project. */
  members: z
    .array(z.uuid())
    .min(FEWEST_MEMBERS)
    .max(MOST_MEMBERS)
    .refine((members) => new Set(members).size === members.length, { error: "has a version twice" }),
  rule: PanelRule,
  /** The dataset whose development labels weigh the members; exactly for the rule "weighted". */
  dataset: z.uuid().nullable().default(null),
  note: versionFields.note,
};

const DATASET_ERROR = { error: "is needed to weigh members, and for nothing else", path: ["dataset"] };
const datasetFits = ({ rule, dataset }: { rule: PanelRule; dataset: string | null }) =>
  (rule === "weighted") === (dataset !== null);

/** Several judges as one rater, with its first version. */
export const NewPanel = z.strictObject({ name: Name, ...panelFields }).refine(datasetFits, DATASET_ERROR);
export type NewPanel = z.infer<typeof NewPanel>;

export const NewPanelVersion = z
  .strictObject({
    ...panelFields,
    /** The version it was made from. */
    parent: z.uuid(),
  })
  .refine(datasetFits, DATASET_ERROR);
export type NewPanelVersion = z.infer<typeof NewPanelVersion>;

/** A version, without its specification. */
export const JudgeVersionView = z.object({
  id: z.string(),
  number: z.number(),
  parent: z.number().nullable(),
  hash: z.string(),
  endpoint: z.object({ id: z.string(), name: z.string() }),
  model: z.string(),
  note: z.string(),
  origin: z.string().nullable(),
  isModified: z.boolean(),
  /** It is a panel of several judges. */
  isPanel: z.boolean(),
  createdAt: z.date(),
  /** Null for an erased account. */
  author: z.string().nullable(),
  /** Number of its runs. */
  runs: z.number(),
});
export type JudgeVersionView = z.infer<typeof JudgeVersionView>;

export const JudgeVersionDetail = JudgeVersionView.extend({ spec: JudgeSpec });
export type JudgeVersionDetail = z.infer<typeof JudgeVersionDetail>;

export const JudgeView = z.object({
  id: z.string(),
  name: z.string(),
  subject: JudgeSubject,
  createdAt: z.date(),
  archivedAt: z.date().nullable(),
  /** Newest first. */
  versions: z.array(JudgeVersionView),
});
export type JudgeView = z.infer<typeof JudgeView>;

/** The labels that people are offered in a step of a batch, to take over into a judge. */
export interface LabelSet {
  /** The name of the label step or question. */
  question: string;
  /** Its words. */
  text: string;
  batch: string;
  options: { name: string; hint: string }[];
}

/** A version that may be a member of a panel. */
export interface PanelCandidate {
  version: string;
  judge: string;
  number: number;
  subject: JudgeSubject;
  model: string;
  /** "1 to 5"; null without one. */
  scale: string | null;
  /** "safe, refusal"; null without any. */
  labels: string | null;
  note: string;
}

/** A judge that is not saved, over the dataset's tasks. */
export const PreviewJudge = z.strictObject({
  spec: PromptSpec,
  endpoint: z.uuid(),
  model: Model.nullable().default(null),
  dataset: z.uuid(),
  /** Index of the subject shown, from 0. */
  show: z.int().min(0).max(100_000_000).default(0),
});
export type PreviewJudge = z.infer<typeof PreviewJudge>;

/**
 * The tasks of a run by a version: three for a trial, those of a part of the split that it has no values for, or all.
 * A trial takes labelled tasks of the development part where there is a split.
 */
export const JudgeRunScope = z.enum(["trial", "development", "held-out", "all"]);
export type JudgeRunScope = z.infer<typeof JudgeRunScope>;

export const RunJudge = z.strictObject({
  dataset: z.uuid(),
  scope: JudgeRunScope,
  maxCalls: z.int().min(1).max(2_000_000_000).nullable().default(null),
  maxCostMicros: Micros.nullable().default(null),
});
export type RunJudge = z.infer<typeof RunJudge>;

/** A run by a judge's version with units still to be judged. */
export interface UnfinishedRun {
  id: string;
  name: string;
  /** True if it goes on only when an admin resumes it. */
  isPaused: boolean;
  units: number;
}

/** The problems of a judge that is not saved, its cost and its exact prompts; no run while it has errors. */
export const JudgePreview = z.object({
  lints: z.array(z.object({ severity: z.enum(["error", "warning"]), code: z.string(), message: z.string() })),
  /** An example is from a held-out task. */
  isHeldOut: z.boolean(),
  run: RunPreview.nullable(),
});
export type JudgePreview = z.infer<typeof JudgePreview>;
