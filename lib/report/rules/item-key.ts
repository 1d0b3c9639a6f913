/** The key of an item in a study: of the ids of its rubric and itself, since two rubrics can have items of one id. */
export const itemKey = (rubric: string, item: string): string => JSON.stringify([rubric, item]);
