import { z } from "zod";

/*
 * Where what a step of a protocol shows comes from. A study may hold the drafts of many runs and models; a step shows
 * those of one source, which is chosen and stands in the design, and never whatever happens to be there.
 */

const Named = z.string().max(500);

/** One run of this project. */
const OfRun = z.strictObject({ from: z.literal("run"), run: z.uuid() });

/** What a method made with a model under one condition, whichever run it was; of several for one thing, the newest run's. */
const OfMethod = z.strictObject({
  from: z.literal("method"),
  method: Named.nullable(),
  model: Named.nullable(),
  /** Version and parameters of the method, or what the study file calls its condition. */
  condition: z.string().max(4000).nullable(),
});

/** What the rule engine made. */
const OfRules = z.strictObject({ from: z.literal("rules") });

/** Rubrics that came with the study file, by what it says of who wrote them. */
const ImportedRubrics = z.strictObject({
  from: z.literal("imported"),
  origin: Named.nullable(),
  method: Named.nullable(),
  model: Named.nullable(),
});

/** The versions that were made from what people decided in a batch. */
const Reviewed = z.strictObject({ from: z.literal("reviewed"), batch: z.uuid() });

/** A list of the task's own with nothing in it, for people to write. */
const OfPeople = z.strictObject({ from: z.literal("people") });

/** Where the rubric of a step comes from. */
export const RubricSource = z.discriminatedUnion("from", [
  OfRun,
  OfMethod,
  OfRules,
  ImportedRubrics,
  Reviewed,
  OfPeople,
]);
export type RubricSource = z.infer<typeof RubricSource>;

/** Drafts that came with the study file, by who made them. */
const ImportedDrafts = z.strictObject({
  from: z.literal("imported"),
  method: Named.nullable(),
  model: Named,
  condition: z.string().max(4000).nullable(),
});

/** Where the drafted values, or labels, of a step come from. */
export const DraftSource = z.discriminatedUnion("from", [OfRun, OfMethod, OfRules, ImportedDrafts]);
export type DraftSource = z.infer<typeof DraftSource>;

/** What a source is known by: two with the same key are the same. */
export function keyOfSource(source: RubricSource | DraftSource): string {
  return JSON.stringify(Object.entries(source).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What a source can be of: rubrics and drafted values by kind of rubric, overall scores, preferences, labels. */
export const DraftedKind = z.enum(["checklist", "criteria", "overall", "preference", "labels"]);
export type DraftedKind = z.infer<typeof DraftedKind>;

/** A source that a study has something of, as it is chosen from. */
interface Option<S> {
  source: S;
  /** The run, or the batch; null where the source has no name of its own. */
  name: string | null;
  /** The method and the model, as far as they are known. */
  method: string | null;
  model: string | null;
  condition: string | null;
  /** When the run was made, or the last version; null for what was imported. */
  at: string | null;
  /** A run that is not over may still draft more. */
  isOver: boolean;
}

export interface RubricOption extends Option<RubricSource> {
  of: "checklist" | "criteria";
  /** How many tasks have a rubric of it; one for every task counts for all. */
  tasks: number;
}

export interface DraftOption extends Option<DraftSource> {
  of: DraftedKind;
  /** How many responses, or pairs, or labelled tasks have something of it. */
  subjects: number;
  /** Keys of the rubric sources whose items it is about. */
  judges: string[];
}

/** Everything that the steps of a batch on a study can show, the newest first. */
export interface Sources {
  rubrics: RubricOption[];
  drafts: DraftOption[];
  /** How many tasks have rubrics of a kind of several sources, and how many at most. */
  several: { of: "checklist" | "criteria"; tasks: number; most: number }[];
}
