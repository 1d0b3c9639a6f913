import { call, criteriaFrom, inBothProfiles, samplingOf } from "@/lib/drafting/rules/method";
import { PAPER, Params, SYSTEM, taskOf } from "@/lib/drafting/rules/methods/coeval/paper";
import { criteria } from "@/lib/drafting/rules/output-formats";
import { template } from "@/lib/drafting/rules/template";
import type { DraftInput, DraftMethod, OutputProfile, TextFence } from "@/lib/drafting/schema";

export const criteriaTemplate = template("coeval.criteria", "1", [
  SYSTEM,
  {
    role: "user",
    content: `Here is a task, with one example of an input and an output.

{{task}}

{{example_input}}

{{example_output}}

Understand how the task is done. What is asked of you is another thing: say how outputs for this task are to be evaluated.
List the criteria: those that hold for texts of any kind, and those that belong to this very task. The list is clear and
complete.

{{form}}`,
  },
]);

export function criteriaCall(
  profile: OutputProfile,
  key: string,
  input: DraftInput,
  fence: TextFence,
  sampling: ReturnType<typeof samplingOf>,
  sampleIndex = 0,
) {
  return call({
    key,
    template: criteriaTemplate,
    slots: {
      task: taskOf(input),
      example_input: { label: "EXAMPLE INPUT", text: input.demonstration?.input ?? "" },
      example_output: { label: "EXAMPLE OUTPUT", text: input.demonstration?.output ?? "" },
    },
    fence,
    form: criteria[profile],
    sampling,
    sampleIndex,
  });
}

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
      templates: [criteriaTemplate.ref],
      params: Params,
      retries: 2,
      most: () => 1,
      plan: (input, params, fence) => [
        criteriaCall(profile, "criteria", input, fence, samplingOf(params, 1)),
      ],
      reduce: (calls) => ({ drafted: { rubric: criteriaFrom(calls, "criteria"), values: [] } }),
    }) satisfies Omit<DraftMethod<Params>, "profile">,
);
