import { z } from "zod";
import { call, criteriaFrom, inBothProfiles, samplingOf } from "@/lib/drafting/rules/method";
import { PAPER, Params, SYSTEM, taskOf } from "@/lib/drafting/rules/methods/coeval/paper";
import { criteria, type Forms, forms, notEmpty } from "@/lib/drafting/rules/output-formats";
import { parseScaledCriteria, type ScaledFactor, scaleOf } from "@/lib/drafting/rules/parse/scaled-criteria";
import { template } from "@/lib/drafting/rules/prompt-template";
import type { DraftInput, DraftMethod, OutputProfile, TextFence } from "@/lib/drafting/schema";

const ASKED = `Here is a task, with one example of an input and an output.

{{task}}

{{example_input}}

{{example_output}}

Understand how the task is done. What is asked of you is another thing: say how outputs for this task are to be evaluated.
List the criteria: those that hold for texts of any kind, and those that belong to this very task. The list is clear and
complete.`;

export const criteriaTemplate = template("coeval.criteria", "1", [
  SYSTEM,
  {
    role: "user",
    content: `${ASKED}

{{form}}`,
  },
]);

/** The same, with a scale for each criterion, which people revise as they revise its words. */
const scalesTemplate = template("coeval.criteria_scales", "1", [
  SYSTEM,
  {
    role: "user",
    content: `${ASKED}

Say for each criterion on which scale it is scored, and what its points mean. The lowest point is 1. Most criteria take five
points; take three where a text can do something, do it in part, or not do it.

{{form}}`,
  },
]);

const scaledList = z.strictObject({
  factors: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      points: z.array(z.strictObject({ point: z.int(), meaning: z.string() })),
    }),
  ),
});

const scaledCriteria: Forms<ScaledFactor[]> = notEmpty(
  forms(
    {
      demand: `Write the criteria as a numbered list, each on one line with its scale in brackets at the end:
<Name>: <description> [1 = <meaning>; 3 = <meaning>; 5 = <meaning>]

Evaluation Criteria:`,
      read: parseScaledCriteria,
    },
    {
      name: "scaled_factors",
      demand:
        'Write your answer as a JSON object with one field: "factors" (a list of objects with "name", "description" and "points", which is a list of objects with "point" and "meaning").',
      zod: scaledList,
      value: ({ factors }) =>
        factors.flatMap(({ name, description, points }) => {
          const scale = scaleOf(points);
          const factor = { name: name.trim(), text: description.trim(), ...(scale && { points: scale }) };
          return factor.text === "" ? [] : [factor];
        }),
    },
  ),
);

export function criteriaCall(
  profile: OutputProfile,
  key: string,
  input: DraftInput,
  fence: TextFence,
  sampling: ReturnType<typeof samplingOf>,
  { sampleIndex = 0, scales = false } = {},
) {
  return call<ScaledFactor[]>({
    key,
    template: scales ? scalesTemplate : criteriaTemplate,
    slots: {
      task: taskOf(input),
      example_input: { label: "EXAMPLE INPUT", text: input.demonstration?.input ?? "" },
      example_output: { label: "EXAMPLE OUTPUT", text: input.demonstration?.output ?? "" },
    },
    fence,
    form: scales ? scaledCriteria[profile] : criteria[profile],
    sampling,
    sampleIndex,
  });
}

const CriteriaParams = Params.extend({
  scales: z.boolean().default(false).meta({
    title: "Scales",
    description:
      "The model also drafts the scale of each criterion and what its points mean. Otherwise all are 1 to 5.",
  }),
});
type CriteriaParams = z.infer<typeof CriteriaParams>;

export const draftCriteria = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.criteria",
      version: "1",
      title: "CoEval criteria",
      description: "Drafts the criteria of a task from its description and one example of input and output.",
      paper: PAPER,
      produces: "criteria",
      subject: "dataset",
      needs: ["demonstration"],
      templates: [criteriaTemplate.ref, scalesTemplate.ref],
      params: CriteriaParams,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        criteriaCall(profile, "criteria", input, fence, samplingOf(params, 1), params),
      ],
      reduce: (calls) => ({ drafted: { rubric: criteriaFrom(calls, "criteria"), values: [] } }),
    }) satisfies Omit<DraftMethod<CriteriaParams>, "profile">,
);
