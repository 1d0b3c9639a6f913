/** The longest answer in an annotator's own words. In a file without zod, which the workbench does not load. */
export const MAX_ANSWER_TEXT = 5000;
