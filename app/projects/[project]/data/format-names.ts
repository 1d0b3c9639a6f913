import type { FileFormat } from "@/lib/dataset/schema/mapping";

/** Display names of file formats. */
export const FORMAT_NAMES: Record<FileFormat, string> = {
  study: "Study file",
  table: "Table of tasks",
  "label-studio": "Label Studio export",
  argilla: "Argilla records",
  preferences: "Preference set (chosen, rejected)",
  pairs: "Compared pairs (two sides, winner)",
  "openai-batch": "OpenAI batch file",
  "lm-eval": "Samples of lm-evaluation-harness",
  "openai-evals": "Log of OpenAI evals",
  inspect: "Log of Inspect",
  langfuse: "Traces and scores of Langfuse",
};
