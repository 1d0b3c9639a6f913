/** The names of the protocols that a batch can follow. */
export const PRESET_NAMES = {
  "criteria-review": "Criteria review",
  "checklist-review": "Checklist review",
  "criterion-scoring": "Criterion scoring",
  "checklist-answering": "Checklist answering",
  "check-then-score": "Check, then score",
  "direct-scoring": "Direct scoring",
  preference: "Preference",
  "forced-choice": "Forced choice",
  "item-labelling": "Item labelling",
  "checklist-writing": "Checklist writing",
  "full-review": "Full review",
  curation: "Curation",
  queue: "Queue",
} as const;
