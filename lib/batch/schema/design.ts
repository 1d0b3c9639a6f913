import { z } from "zod";
import { NEEDS, type SubjectNeed } from "@/lib/batch/schema/needs";
import type { Sources } from "@/lib/dataset/schema/sources";
import { RubricKind } from "@/lib/protocol/schema";

const NEEDED = Object.fromEntries(NEEDS.map((need) => [need, z.boolean()])) as Record<
  SubjectNeed,
  z.ZodBoolean
>;
const Groups = z.array(z.object({ ...NEEDED, count: z.int() }));
export const SubjectGroups = z.object({ task: Groups, response: Groups, pair: Groups });
export type SubjectGroups = z.infer<typeof SubjectGroups>;

/** One subject as a designer recognises it. */
export const SubjectExcerpt = z.object({
  position: z.number(),
  task: z.string(),
  response: z.string().nullable(),
  model: z.string().nullable(),
  tags: z.array(z.string()),
  title: z.string(),
});
export type SubjectExcerpt = z.infer<typeof SubjectExcerpt>;

/** The median active minutes of past submissions, null when there are none, and of how many. */
export const PastMinutes = z.object({
  minutes: z.number().nullable(),
  from: z.number(),
});
export type PastMinutes = z.infer<typeof PastMinutes>;

export const DesignAnswer = z.object({
  /** What the tasks and responses that pass the filter have, counted. */
  groups: SubjectGroups,
  /** The first subjects of the selection as it is now. */
  first: z.array(SubjectExcerpt),
  /** What the filter can narrow it down to. */
  tags: z.array(z.string()),
  models: z.array(z.string()),
  /** Values of the responses' metadata that are groups, as `field=value`. */
  responseGroups: z.array(z.string()),
  /** How many of those that fit, sampled or not, have gold values for what the arms ask. */
  gold: z.number(),
  /** By arm, what submissions with the same kinds of steps took in this project. */
  minutes: z.array(PastMinutes),
  /** Where rubrics and drafts can come from. What the arms leave open is the first of it that fits. */
  sources: z.custom<Sources>(),
  /** The kinds of rubric of which the arms would show some rubric in two versions. */
  twoVersions: z.array(RubricKind),
});
export type DesignAnswer = z.infer<typeof DesignAnswer>;
