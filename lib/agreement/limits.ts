/**
 * No larger number is computed with: squares, products of squares and sums of very many of them would no longer be
 * numbers. Whoever reads ratings from outside refuses what lies beyond.
 */
export const LARGEST = 1e60;
