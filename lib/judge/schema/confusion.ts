import { z } from "zod";

/** Counts of a judge's values by people's. */
export const LabelConfusion = z.object({
  /** The values, those that the judge can give first. */
  values: z.array(z.string()),
  rows: z.array(
    z.object({
      /** People's value. */
      label: z.string(),
      /** Units with it, also those without a value of the judge. */
      units: z.number(),
      /** Units by the judge's value, in the order of `values`. */
      given: z.array(z.number()),
      /** The share of these units with a value on which the judge gives it too; null without any. */
      found: z.number().nullable(),
      /** The share of units on which the judge gives it that people give it too; null without any. */
      right: z.number().nullable(),
    }),
  ),
  /** Why there is no table. */
  reason: z.enum(["too-many-values", "mixed-scales", "no-ratings"]).nullable(),
});
export type LabelConfusion = z.infer<typeof LabelConfusion>;
