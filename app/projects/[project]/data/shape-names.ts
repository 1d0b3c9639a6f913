import type { FileFormat } from "@/lib/dataset/rules/formats/mapping";

/** What people call the shapes of files. */
export const FORMAT_NAMES: Record<FileFormat, string> = {
  study: "Study file",
  table: "Table of tasks",
  "label-studio": "Label Studio export",
  argilla: "Argilla records",
  preferences: "Preference set (chosen, rejected)",
  pairs: "Compared pairs (two sides, winner)",
  "openai-batch": "OpenAI batch file",
};
