import { z } from "zod";
import { JudgeSpread } from "@/lib/batch/schema";
import { NEEDS, type SubjectNeed } from "@/lib/batch/schema/subject-needs";
import type { Sources } from "@/lib/dataset/schema/sources";
import { RubricKind } from "@/lib/protocol/schema";

const NEEDED = Object.fromEntries(NEEDS.map((need) => [need, z.boolean()])) as Record<
  SubjectNeed,
  z.ZodBoolean
>;
const Groups = z.array(z.object({ ...NEEDED, count: z.int() }));
export const SubjectGroups = z.object({ task: Groups, response: Groups, pair: Groups });
export type SubjectGroups = z.infer<typeof SubjectGroups>;

/** A short description of one subject. */
export const SubjectExcerpt = z.object({
  position: z.number(),
  task: z.string(),
  response: z.string().nullable(),
  model: z.string().nullable(),
  tags: z.array(z.string()),
  title: z.string(),
});
export type SubjectExcerpt = z.infer<typeof SubjectExcerpt>;

/** The median active minutes of past submissions, null when there are none, and their number. */
export const PastMinutes = z.object({
  minutes: z.number().nullable(),
  from: z.number(),
});
export type PastMinutes = z.infer<typeof PastMinutes>;

/** The responses or pairs that a sample can be drawn from by judges' values. */
export const JudgedSubjects = z.object({
  by: JudgeSpread,
  /** All that fit, those of them that a model judged, and those whose values tell what judges leave open. */
  possible: z.int(),
  judged: z.int(),
  scored: z.int(),
});
export type JudgedSubjects = z.infer<typeof JudgedSubjects>;

export const DesignAnswer = z.object({
  /** Counts of the contents (inputs, references and the like) of tasks and responses that match the filter. */
  groups: SubjectGroups,
  /** The first subjects of the current selection. */
  first: z.array(SubjectExcerpt),
  /** Possible values of the filter. */
  tags: z.array(z.string()),
  models: z.array(z.string()),
  /** Groups in the responses' metadata, as `field=value`. */
  responseGroups: z.array(z.string()),
  /** Number of eligible subjects, sampled or not, with gold for the arms. */
  gold: z.number(),
  /** For a sample by judges' values: how many have some. */
  judged: JudgedSubjects.nullable(),
  /** By arm, the time of submissions with the same kinds of steps in this project. */
  minutes: z.array(PastMinutes),
  /** Possible sources of rubrics and drafts. Where the arms leave it open, the first that fits is used. */
  sources: z.custom<Sources>(),
  /** The kinds of rubric of which the arms would show some rubric in two versions. */
  twoVersions: z.array(RubricKind),
});
export type DesignAnswer = z.infer<typeof DesignAnswer>;
