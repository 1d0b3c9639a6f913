import { z } from "zod";

/** Progress of a batch that is still open: its numbers are of this moment and will change. */
export const AsOf = z.object({
  /** As in ISO 8601, UTC. */
  at: z.string(),
  /** Tasks, responses or pairs of the batch, without checks; and those with all their assignments submitted. */
  subjects: z.int(),
  finished: z.int(),
  /** The chance with which it takes new ones as they come; null if it takes none by itself. */
  rate: z.number().nullable(),
});
export type AsOf = z.infer<typeof AsOf>;
