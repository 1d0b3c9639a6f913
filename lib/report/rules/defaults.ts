/** The share of the draws within an interval, unless chosen otherwise. */
export const CONFIDENCE = 0.95;

/**
 * The value of a person's work above a model's in the alternative annotator test, as a difference of probabilities,
 * unless chosen otherwise: the value for skilled annotators.
 */
export const COST = 0.15;
