/** In rows of other tools' formats: that they were exported from here, and are read back as they stand. */
export const OWN = "countersign/1";
