// Apart from the schemas, so that no page loads zod for them.

/** Item of a judgement or draft that is about the response as a whole. */
export const OVERALL = "overall";
/** Item of a judgement or draft that compares two responses. */
export const PREFERENCE = "preference";
