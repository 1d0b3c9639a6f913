// Apart from the schemas, so that no page loads zod for them.

/** The target of a judgement or draft: an item of a response, the response as a whole, or a pair. */
export type Target = "item" | "overall" | "preference";

/** Item of a judgement or draft that is about the response as a whole. */
export const OVERALL = "overall";
/** Item of a judgement or draft that compares two responses. */
export const PREFERENCE = "preference";
