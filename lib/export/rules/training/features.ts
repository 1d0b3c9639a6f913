import type { TrainingOptions, TrainingSet } from "@/lib/export/schema/training";

/** The type of a column, in the words of `datasets`. */
type Feature = "string" | "float64" | "bool" | "strings" | "messages";

const ABOUT_ROW: [string, Feature][] = [
  ["source", "string"],
  ["human_verified", "bool"],
  ["annotators", "strings"],
  ["method", "string"],
  ["template_hash", "string"],
  ["model", "string"],
  ["task", "string"],
  ["tags", "strings"],
  ["licence", "string"],
  ["split", "string"],
];

/**
 * The columns of a set with their types. Without them, readers guess from the first rows: a column that begins with whole
 * numbers or with nothing would not take what comes later.
 */
export function featuresOf(set: TrainingSet, { form }: Pick<TrainingOptions, "form">): [string, Feature][] {
  const text: Feature = form === "standard" ? "string" : "messages";
  if (set !== "preferences")
    return [
      ["id", "string"],
      ["prompt", text],
      ["completion", text],
      ["score", "float64"],
      ["scale", "string"],
      ...ABOUT_ROW,
    ];
  return [
    ["id", "string"],
    ["prompt", text],
    ["chosen", text],
    ["rejected", text],
    ["score_chosen", "float64"],
    ["score_rejected", "float64"],
    ["scale", "string"],
    ["margin", "float64"],
    ["criteria", "string"],
    ["feedback_chosen", "string"],
    ["feedback_rejected", "string"],
    ["condition", "string"],
    ["chosen_model", "string"],
    ["rejected_model", "string"],
    ...ABOUT_ROW,
  ];
}

/** The columns as `dataset_info` has them in the YAML of a dataset card. */
export function featuresYaml(features: readonly [string, Feature][]): string {
  return features
    .map(([name, type]) => {
      if (type === "messages")
        return `  - name: ${name}\n    list:\n    - name: role\n      dtype: string\n    - name: content\n      dtype: string\n`;
      return `  - name: ${name}\n    ${type === "strings" ? "list: string" : `dtype: ${type}`}\n`;
    })
    .join("");
}
