// Kept apart from the schemas so that the workbench does not load zod.

/** True for a scale of 2 to 10 points, the lowest first: each point has its own key. */
export const isPointRange = ({ min, max }: { min: number; max: number }) => max > min && max - min < 10;
