import { z } from "zod";

/*
 * Names the source of a step's rubrics or drafts. A study may have drafts of many runs and models; an admin
 * chooses in the design which source a step shows.
 */

const Named = z.string().max(500);

/** The output of one run of this project. */
const OfRun = z.strictObject({ from: z.literal("run"), run: z.uuid() });

/**
 * The output of a method with a model under one condition, from any run. If several runs drafted the same
 * unit, the newest run's draft is used.
 */
const OfMethod = z.strictObject({
  from: z.literal("method"),
  method: Named.nullable(),
  model: Named.nullable(),
  /** Version and parameters of the method, or the condition named in the study file. */
  condition: z.string().max(4000).nullable(),
});

/** The output of the rule engine. */
const OfRules = z.strictObject({ from: z.literal("rules") });

/** Rubrics imported with the study file, by their author there. */
const ImportedRubrics = z.strictObject({
  from: z.literal("imported"),
  origin: Named.nullable(),
  method: Named.nullable(),
  model: Named.nullable(),
});

/** Versions made from people's decisions in a batch. */
const Reviewed = z.strictObject({ from: z.literal("reviewed"), batch: z.uuid() });

/** An empty list of the task, for people to write. */
const OfPeople = z.strictObject({ from: z.literal("people") });

/** The source of a step's rubric. */
export const RubricSource = z.discriminatedUnion("from", [
  OfRun,
  OfMethod,
  OfRules,
  ImportedRubrics,
  Reviewed,
  OfPeople,
]);
export type RubricSource = z.infer<typeof RubricSource>;

/** Drafts imported with the study file, by their author. */
const ImportedDrafts = z.strictObject({
  from: z.literal("imported"),
  method: Named.nullable(),
  model: Named,
  condition: z.string().max(4000).nullable(),
});

/** The source of a step's drafted values or labels. */
export const DraftSource = z.discriminatedUnion("from", [OfRun, OfMethod, OfRules, ImportedDrafts]);
export type DraftSource = z.infer<typeof DraftSource>;

/** The key of a source. Two sources with the same key are the same source. */
export function keyOfSource(source: RubricSource | DraftSource): string {
  return JSON.stringify(Object.entries(source).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Kinds of drafts: values by kind of rubric, overall scores, preferences, labels. */
export const DraftedKind = z.enum(["checklist", "criteria", "overall", "preference", "labels"]);
export type DraftedKind = z.infer<typeof DraftedKind>;

/** A source that an admin can choose in a study. */
interface Option<S> {
  source: S;
  /** The name of the run or batch; null for sources without a name. */
  name: string | null;
  /** The method and the model, if known. */
  method: string | null;
  model: string | null;
  condition: string | null;
  /** When the run, or the last version, was created; null for imports. */
  at: string | null;
  /** False while the run may draft more. */
  isOver: boolean;
}

export interface RubricOption extends Option<RubricSource> {
  of: "checklist" | "criteria";
  /** Number of tasks that have a rubric from this source; a rubric for every task counts for all of them. */
  tasks: number;
}

export interface DraftOption extends Option<DraftSource> {
  of: DraftedKind;
  /** Number of responses, pairs or labelled tasks with a draft from it. */
  subjects: number;
  /** Keys of the rubric sources whose items it is about. */
  judges: string[];
}

/** All sources that the steps of a batch on a study can use, newest first. */
export interface Sources {
  rubrics: RubricOption[];
  drafts: DraftOption[];
  /**
   * For each kind of rubric with several sources: the number of tasks with more than one, and the largest
   * number on one task.
   */
  several: { of: "checklist" | "criteria"; tasks: number; most: number }[];
}
