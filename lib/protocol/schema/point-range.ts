// Kept apart from the schemas so that the workbench does not load zod.

/** The points of a scale lie between this and its negative. */
export const FARTHEST_POINT = 100;

interface Range {
  min: number;
  max: number;
}

/** True for a scale of 2 to 10 points, the lowest first: each point has its own key. */
export const isPointRange = ({ min, max }: Range) => max > min && max - min < 10;

/** True for 2 to 10 whole points near enough to zero. Imported scales may be anything else. */
export const isAskableRange = ({ min, max }: Range) =>
  [min, max].every((point) => Number.isInteger(point) && Math.abs(point) <= FARTHEST_POINT) &&
  isPointRange({ min, max });

/** The most characters of what one point means, as it is drafted and written; files may have longer ones. */
export const LONGEST_MEANING = 200;
