// Kept apart from the schemas so that the workbench does not load zod.

export const MAX_QUESTION = 2000;
export const MAX_ANSWER = 4000;
