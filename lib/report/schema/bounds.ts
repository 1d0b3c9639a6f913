import { z } from "zod";

/** A dimension of a report that is not shown completely. What is left out is included in pooled numbers. */
export const Bounded = z.object({
  /** `items` with categories, `machines`, or the name of a table that became too long. */
  dimension: z.string(),
  shown: z.number(),
  of: z.number(),
});
export type Bounded = z.infer<typeof Bounded>;
