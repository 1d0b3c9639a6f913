/**
 * The largest number accepted as a rating. Squares of larger numbers, products of squares and long sums of
 * them would overflow. Code that reads ratings from outside must refuse larger ones.
 */
export const LARGEST_RATING = 1e60;
