import { z } from "zod";
import { AS_JSON, type Forms, forms, IN_TWO_PARTS } from "./output-formats";
import { coreOfLabel, parseLabel, parseOnlyLabel } from "./parse/label";

const LABEL = "<one of the labels, spelt as in the list, and nothing else>";
const listed = (names: readonly string[]) => `The labels:\n${names.map((name) => `- ${name}`).join("\n")}`;

/** The name of a label in a JSON answer, whose capitals and spaces may differ as in text. */
const labelOf = (names: readonly string[]) =>
  z.string().transform((given, context) => {
    const name = names.find((one) => coreOfLabel(one) === coreOfLabel(given));
    if (name === undefined) context.addIssue({ code: "custom", message: "is no label of the list" });
    return name ?? "";
  });

/** One label of a closed list, after an analysis. */
export function analysedLabel(names: readonly [string, ...string[]]): Forms<string> {
  return forms(
    { demand: `${IN_TWO_PARTS(LABEL)}\n${listed(names)}`, read: parseLabel(names) },
    {
      name: "label",
      demand: `${AS_JSON} "analysis" (your reasoning) and "label" (one label, spelt as in the list).\n${listed(names)}`,
      zod: z.strictObject({ analysis: z.string(), label: labelOf(names) }),
      answerSchema: z.strictObject({ analysis: z.string(), label: z.enum(names) }),
      value: ({ label }) => label,
      rationale: ({ analysis }) => analysis,
    },
  );
}

/** One label of a closed list, without a reason. */
export function bareLabel(names: readonly [string, ...string[]]): Forms<string> {
  return forms(
    {
      demand: `Write one label, spelt as in the list, and nothing else.\n${listed(names)}`,
      read: parseOnlyLabel(names),
    },
    {
      name: "label",
      demand: `Write a JSON object with one field: "label" (one label, spelt as in the list).\n${listed(names)}`,
      zod: z.strictObject({ label: labelOf(names) }),
      answerSchema: z.strictObject({ label: z.enum(names) }),
      value: ({ label }) => label,
    },
  );
}
