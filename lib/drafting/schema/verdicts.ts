import { z } from "zod";
import { Value } from "@/lib/judgement/schema";

const Votes = z.array(z.union([z.string(), z.number()]).nullable());

/** Why a judge used the checklist for a verdict, or did not: its first samples, without one, disagreed so much. */
export const SelectiveChoice = z.object({
  /** The disagreement of the samples without a checklist; null where none could be read. */
  score: z.number().nullable(),
  /** The checklist is used from this disagreement on. */
  threshold: z.number(),
  used: z.boolean(),
  /** The verdict without the checklist. */
  without: z.object({ value: Value.nullable(), votes: Votes }),
});
export type SelectiveChoice = z.infer<typeof SelectiveChoice>;

/** The verdict with the checklist without one of its items. */
export const ItemAblation = z.object({
  item: z.string(),
  value: Value.nullable(),
  votes: Votes,
  flags: z.array(z.string()),
});
export type ItemAblation = z.infer<typeof ItemAblation>;
