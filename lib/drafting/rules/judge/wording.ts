import type { Aggregation, JudgeOutput, JudgeSubject, PanelRule } from "@/lib/drafting/schema/judge-spec";

export const SUBJECT_LABELS: Record<JudgeSubject, string> = {
  response: "Responses, by a score",
  label: "Responses, by a label",
  pair: "Pairs, by a preference",
  item: "Checklists, question by question",
  criterion: "Criteria, each on its own scale",
};

export const OUTPUT_LABELS: Record<JudgeOutput, string> = {
  "analysis-score": "Analysis, then a score",
  "feedback-score": "Feedback, then [RESULT] and a score",
  score: "A score alone",
  "analysis-choice": "Analysis, then 1 (A), 2 (tie) or 3 (B)",
  verdict: "Feedback, then [[A]] or [[B]]",
  "analysis-answer": "Analysis, then YES or NO",
  answer: "YES or NO alone",
  "analysis-label": "Analysis, then a label",
  label: "A label alone",
};

export const AGGREGATION_LABELS: Record<Aggregation, string> = {
  majority: "The most frequent value",
  median: "The median",
  mean: "The mean, rounded",
};

export const PANEL_RULE_LABELS: Record<PanelRule, string> = {
  majority: "The most frequent value",
  median: "The median",
  mean: "The mean, rounded",
  weighted: "Weighted by agreement with people (development κ)",
};
