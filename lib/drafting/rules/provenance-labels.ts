import type { JsonObject } from "@/lib/formats/json-value";
import { RULE_BASED_LABEL } from "@/lib/i18n/english/provenance";

/**
 * The two methods without language model; the number increases with any change that could change a result.
 */
export const DECOMPOSE = "offline.decompose@1";
export const VERIFY = "offline.verify@1";

/** Provenance of items from the library: people wrote them, for any task. */
export const FROM_LIBRARY = {
  origin: "library",
  method: "offline.library@1",
  isModelGenerated: false,
} as const;

/** Flag of a model's draft without a value: rules prove the answer, so the model was not called. */
export const LEFT_TO_RULES = "left_to_rules";

/** True if a draft, by its metadata, is of a question that the run did not put to the model because rules prove the answer. */
export const isLeftToRules = (metadata: JsonObject | undefined): boolean =>
  Array.isArray(metadata?.flags) && metadata.flags.includes(LEFT_TO_RULES);

/** Provenance of rule-based drafts; stored with them, and exported. */
export const RULE_BASED = {
  label: RULE_BASED_LABEL,
  origin: "offline_rules",
  provider: "none",
  model: null,
  ruleset: "offline@1.0.0",
  isModelGenerated: false,
} as const;
