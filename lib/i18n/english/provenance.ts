/** The label of rule-based drafts, on pages and in exports. */
export const RULE_BASED_LABEL = "Rule-based draft: no language model was used";
