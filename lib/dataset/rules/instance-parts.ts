/** The method of rubrics whose items are the parts of an instance under curation. */
export const PARTS_METHOD = "curation.parts";
