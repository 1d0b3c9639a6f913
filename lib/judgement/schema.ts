import { z } from "zod";
import { LARGEST_RATING } from "@/lib/agreement/largest-rating";
import { shape } from "@/lib/formats/record-shape";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";

/**
 * The rater's exposure to the draft, which may have influenced them. `independent`: the draft was not shown, or the
 * value is from before it was; `exposed`: it was shown; `unknown`: this was not recorded. `any` pools all three, each
 * judgement once with its final value.
 */
export const ExposureClass = z.enum(EXPOSURE_CLASSES);
export type ExposureClass = z.infer<typeof ExposureClass>;

/** `adjudicator`: decided a contested unit having seen the votes, and is never counted among those who voted. */
export const RATER_KINDS = ["human", "llm", "rules", "gold", "adjudicator"] as const;
export const RaterKind = z.enum(RATER_KINDS);
export type RaterKind = z.infer<typeof RaterKind>;

/** When the rater saw the draft. Left out means unknown, and such data never feeds a headline. */
export const EXPOSURES = ["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"] as const;
export const Exposure = z.enum(EXPOSURES);
export type Exposure = z.infer<typeof Exposure>;

/** An annotator's action on a draft. */
export const ACTIONS = ["accept", "revise", "remove", "add"] as const;
export const Action = z.enum(ACTIONS);
export type Action = z.infer<typeof Action>;

/** A number that can be computed with. */
export const Quantity = z
  .number()
  .min(-LARGEST_RATING, `must not be below -${LARGEST_RATING}`)
  .max(LARGEST_RATING, `must not be above ${LARGEST_RATING}`);

/** The values an item can take. */
export const Scale = z.union(
  [
    shape({ type: z.literal("yesno") }),
    shape({ type: z.literal("yesnona") }),
    shape({
      type: z.literal("points"),
      min: Quantity,
      max: Quantity,
      labels: z.record(z.string(), z.string()).optional(),
    }).refine((scale) => scale.min < scale.max, { error: "must be above min", path: ["max"] }),
  ],
  {
    error:
      'must be {"type":"yesno"}, {"type":"yesnona"} or {"type":"points","min":…,"max":…} with min below max',
  },
);
export type Scale = z.infer<typeof Scale>;

/**
 * The value of a judgement or draft: an answer, a number of the item's scale, or a preference. The item
 * determines which of them is allowed.
 */
export const Value = z.union([z.enum(["yes", "no", "na", "A", "B", "tie"]), Quantity], {
  error: 'must be "yes", "no", "na", "A", "B", "tie" or a number',
});
export type Value = z.infer<typeof Value>;
