/** The papers that methods, protocols and tables come from, under the titles that they appeared with. */
export const CITATIONS = {
  tick: "Cook et al. (2024), TICKing All the Boxes: Generated Checklists Improve LLM Evaluation and Generation",
  llmbar: "Zeng et al. (2024), Evaluating Large Language Models at Evaluating Instruction Following (LLMBar)",
  checklists:
    "Furuhashi et al. (2025), Are Checklists Really Useful for Automatic Evaluation of Generative Tasks?",
  salc: "Gupta et al., Unveiling Context-Aware Criteria in Self-Assessing LLMs (SALC)",
  coeval:
    "Li et al. (2023), Exploring the Reliability of LLMs as Customized Evaluators for Diverse NLP Tasks (CoEval)",
} as const;
