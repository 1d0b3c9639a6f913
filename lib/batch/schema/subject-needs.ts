// ---------------------------------------------------------------- which subjects are eligible

/** Properties a subject must have for a protocol to apply to it. */
export const NEEDS = [
  "criteria",
  "checklist",
  "twoCriteria",
  "twoChecklists",
  "criteriaDraft",
  "checklistDraft",
  "overallDraft",
  "preferenceDraft",
  "labelDraft",
] as const;
export type SubjectNeed = (typeof NEEDS)[number];
