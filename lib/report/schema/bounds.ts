import { z } from "zod";

/** A dimension of a report that has more in it than is shown. What is left out counts wherever everything is pooled. */
export const Bounded = z.object({
  /** `items` with categories, `machines`, or the name of a table that became too long. */
  dimension: z.string(),
  shown: z.number(),
  of: z.number(),
});
export type Bounded = z.infer<typeof Bounded>;
