/** What every rule-based draft, page and export says about itself. */
export const RULE_BASED_LABEL = "Rule-based draft: no language model was used";
