import type { Value } from "@/lib/judgement/schema";
import type { ReportDraft } from "@/lib/report/schema/study";

type About = Pick<ReportDraft, "task" | "item" | "response" | "pair">;

/** The n-th draft of the model "gpt" for a unit; `more` replaces fields. */
export const gptDraft = (
  n: number,
  about: About,
  value: Value | null,
  more: Partial<ReportDraft> = {},
): ReportDraft => ({
  id: `d${n}`,
  ...about,
  rater: "gpt",
  raterKind: "llm",
  method: "m",
  condition: null,
  order: null,
  value,
  scoreLine: null,
  words: 0,
  ...more,
});
