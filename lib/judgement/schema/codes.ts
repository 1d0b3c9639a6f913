/* Constants of judgements. They are not in the files with zod schemas because browsers load them. */

/**
 * True if the draft may have influenced the rater. `independent`: the draft was not shown, or the value is
 * from before it was; `exposed`: it was shown; `unknown`: this was not recorded. `any` pools all three, each
 * judgement once with its final value.
 */
export const EXPOSURE_CLASSES = ["independent", "exposed", "unknown", "any"] as const;
