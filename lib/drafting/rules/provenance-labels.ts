import { RULE_BASED_LABEL } from "@/lib/i18n/english/provenance";

/** The two methods that need no language model; a new number when anything changes that could change a result. */
export const DECOMPOSE = "offline.decompose@1";
export const VERIFY = "offline.verify@1";

/** Where an item comes from that was chosen from the library: people wrote it, for any task. */
export const FROM_LIBRARY = {
  origin: "library",
  method: "offline.library@1",
  isModelGenerated: false,
} as const;

/** Flag of a model's draft without a value: the rules prove the answer, so that no model was asked. */
export const LEFT_TO_RULES = "left_to_rules";

/** Where a rule-based draft comes from; stored with it, and exported. */
export const RULE_BASED = {
  label: RULE_BASED_LABEL,
  origin: "offline_rules",
  provider: "none",
  model: null,
  ruleset: "offline@1.0.0",
  isModelGenerated: false,
} as const;
