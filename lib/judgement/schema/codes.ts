/* Words that judgements are told apart by, without the schemas around them: what browsers load too. */

/**
 * Whether the rater could have been led by the draft. `independent`: it was not
 * shown, or the value is the one from before; `exposed`: it was; `unknown`: nobody
 * recorded it. `any` pools the three, each judgement once with its final value.
 */
export const EXPOSURE_CLASSES = ["independent", "exposed", "unknown", "any"] as const;
