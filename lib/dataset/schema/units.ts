// Apart from the schemas, so that no page loads zod for them.

export { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";

/** In rows of other tools' shapes: that they were exported from here, and read back as they stand. */
export const OWN = "countersign/1";
