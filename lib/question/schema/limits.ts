// Apart from the schemas, so that the workbench does not load zod for them.

export const MAX_QUESTION = 2000;
export const MAX_ANSWER = 4000;
