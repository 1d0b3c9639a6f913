import { z } from "zod";

/** Settings of the automatic intake of new subjects. */
export const Intake = z.strictObject({
  /** The most tasks, responses or pairs that the batch may have, those it was opened with included. */
  limit: z.int().min(1).max(1_000_000),
  /** The chance with which each new one is taken. */
  rate: z.number().gt(0).max(1).default(1),
  /** The most that it takes on one day of UTC; null for any number. What is above it waits, in the order in which it came. */
  perDay: z.int().min(1).max(1_000_000).nullable().default(null),
});
export type Intake = z.infer<typeof Intake>;

export const IntakeView = z.object({
  limit: z.int(),
  rate: z.number(),
  perDay: z.int().nullable(),
  startedAt: z.date(),
  /** When it last took something; null when it has not yet. */
  tookAt: z.date().nullable(),
  /** Subjects of the batch, and how many of them were taken since it began. */
  subjects: z.int(),
  taken: z.int(),
  /** Number of subjects taken today, by UTC. */
  takenToday: z.int(),
  /**
   * Number of subjects that wait because of the limit per day, and when the next of them are taken; null when none
   * waits.
   */
  waiting: z.int(),
  waitsUntil: z.date().nullable(),
});
export type IntakeView = z.infer<typeof IntakeView>;

export const IntakeAnswer = z.object({ intake: IntakeView.nullable() });
