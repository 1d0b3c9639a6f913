import { z } from "zod";
import { call, criteriaFrom, inBothProfiles, samplingOf } from "@/lib/drafting/rules/method";
import { PAPER, Params, SYSTEM, taskAndInputOf, taskOf } from "@/lib/drafting/rules/methods/coeval/paper";
import { criteria, type Forms, forms, notEmpty } from "@/lib/drafting/rules/output-formats";
import { parseScaledCriteria, type ScaledFactor, scaleOf } from "@/lib/drafting/rules/parse/scaled-criteria";
import { type Slot, template } from "@/lib/drafting/rules/prompt-template";
import type { DraftInput, DraftMethod, OutputProfile, TextFence } from "@/lib/drafting/schema";

const LISTED = `Understand how the task is done. What is asked of you is another thing: say how outputs for this task are to be evaluated.
List the criteria: those that hold for texts of any kind, and those that belong to this very task. The list is clear and
complete.`;

const ASKED = `Here is a task, with one example of an input and an output.

{{task}}

{{example_input}}

{{example_output}}

${LISTED}`;

/** The same of one instruction, which may come without an example. */
const ASKED_OF_TASK = `Here is a task; where there is one, an example of an input and of an output follows it.

{{task}}

{{example_input}}

{{example_output}}

${LISTED}`;

const SCALED = `Say for each criterion on which scale it is scored, and what its points mean. The lowest point is 1. Most criteria take five
points; take three where a text can do something, do it in part, or not do it.`;

/** A template of criteria, and the same with a scale for each, which people revise as they revise its words. */
const templatesOf = (id: string, asked: string) => ({
  plain: template(id, "1", [SYSTEM, { role: "user", content: `${asked}\n\n{{form}}` }]),
  scaled: template(`${id}_scales`, "1", [
    SYSTEM,
    { role: "user", content: `${asked}\n\n${SCALED}\n\n{{form}}` },
  ]),
});

const ofDataset = templatesOf("coeval.criteria", ASKED);
const ofTask = templatesOf("coeval.task_criteria", ASKED_OF_TASK);
export const criteriaTemplate = ofDataset.plain;

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

/** A call with one of two templates; both formats of the answer are shared. */
function askedBy(
  templates: ReturnType<typeof templatesOf>,
  profile: OutputProfile,
  {
    scales,
    ...planned
  }: Pick<Parameters<typeof call>[0], "key" | "slots" | "fence" | "sampling" | "sampleIndex"> & {
    scales: boolean;
  },
) {
  return call<ScaledFactor[]>({
    ...planned,
    template: scales ? templates.scaled : templates.plain,
    form: scales ? scaledCriteria[profile] : criteria[profile],
  });
}

export function criteriaCall(
  profile: OutputProfile,
  key: string,
  input: DraftInput,
  fence: TextFence,
  sampling: ReturnType<typeof samplingOf>,
  { sampleIndex = 0, scales = false } = {},
) {
  return askedBy(ofDataset, profile, {
    ...{ key, fence, sampling, sampleIndex, scales },
    slots: {
      task: taskOf(input),
      example_input: { label: "EXAMPLE INPUT", text: input.demonstration?.input ?? "" },
      example_output: { label: "EXAMPLE OUTPUT", text: input.demonstration?.output ?? "" },
    },
  });
}

/** The instruction as the task, with its own input and its reference as the example. */
function taskSlots(input: DraftInput): Record<string, Slot> {
  const { task, input: applied } = taskAndInputOf(input);
  return {
    task,
    example_input: typeof applied === "string" ? "" : { ...applied, label: "EXAMPLE INPUT" },
    example_output: input.reference ? { label: "EXAMPLE OUTPUT", text: input.reference } : "",
  };
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
      version: "2",
      title: "CoEval criteria",
      description: "Drafts the criteria of a task from its description and one example of input and output.",
      paper: PAPER,
      produces: "criteria",
      subject: "dataset",
      needs: ["demonstration"],
      templates: [ofDataset.plain.ref, ofDataset.scaled.ref],
      params: CriteriaParams,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        criteriaCall(profile, "criteria", input, fence, samplingOf(params, 1), params),
      ],
      reduce: (calls) => ({ drafted: { rubric: criteriaFrom(calls, "criteria"), values: [] } }),
    }) satisfies Omit<DraftMethod<CriteriaParams>, "profile">,
);

export const draftTaskCriteria = inBothProfiles(
  (profile) =>
    ({
      id: "coeval.task_criteria",
      version: "1",
      title: "CoEval criteria of each instruction",
      description:
        "Drafts criteria for each task by itself, where tasks are instructions: the instruction is the task, its input and its reference are the example.",
      paper: PAPER,
      produces: "criteria",
      subject: "task",
      needs: [],
      templates: [ofTask.plain.ref, ofTask.scaled.ref],
      params: CriteriaParams,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        askedBy(ofTask, profile, {
          ...{ key: "criteria", slots: taskSlots(input), fence, scales: params.scales },
          sampling: samplingOf(params, 1),
        }),
      ],
      reduce: (calls) => ({ drafted: { rubric: criteriaFrom(calls, "criteria"), values: [] } }),
    }) satisfies Omit<DraftMethod<CriteriaParams>, "profile">,
);
