import { expect, test } from "vitest";
import type { DraftRecord, StudyRecord } from "@/lib/dataset/schema";
import { methodById } from "@/lib/drafting/rules/methods";
import { inputsOfStudy, recordsOf } from "@/lib/drafting/rules/study-file-runs";
import { failureWords, flagWords } from "@/lib/drafting/rules/wording";
import type { DraftInput } from "@/lib/drafting/schema";
import { fence, simulate } from "@/lib/drafting/testing/simulate";

const input: DraftInput = {
  instruction: "Write about the sea in exactly five words.",
  responses: [{ id: "r1", text: "The sea isn't always blue." }],
  items: [
    { id: "words", text: "Does the response contain at most 20 words?" },
    { id: "near", text: "Does the response contain exactly 5 words?" },
    { id: "comma", text: "Does the response contain no commas?" },
    { id: "tone", text: "Is the response lively?" },
  ],
};
const respond = () => "Analysis: seen.\nAnswer: NO";

const ids = ["tick.evaluate", "tick.evaluate+evidence"].flatMap((id) => [id, `${id}:structured`]);
for (const id of ids) {
  const method = methodById(id);
  if (!method) throw new Error(`there is no ${id}`);
  const answer = id.endsWith("structured") ? () => '{"analysis":"seen.","answer":"no"}' : respond;

  test(`${id} asks the model every question, unless it leaves proofs to the rules`, () => {
    const params = method.params.parse({ k: 2 });
    expect(method.plan(input, params, fence)).toHaveLength(8);
    expect(method.left?.(input, params)).toBeNull();
    const { drafted } = simulate(method, input, {}, answer);
    expect(drafted.proofs).toBeUndefined();
    expect(drafted.values.map(({ value }) => value)).toEqual(["no", "no", "no", "no"]);
  });

  test(`${id} asks nothing that rules prove, and keeps the two raters apart`, () => {
    const params = method.params.parse({ hybrid: true, k: 2 });
    expect(method.plan(input, params, fence).map(({ item }) => item)).toEqual([
      ...["near", "near", "tone", "tone"],
    ]);
    expect(method.most(input, params)).toBe(4);
    expect(method.left?.(input, params)).toBe(2);
    const { drafted } = simulate(method, input, { hybrid: true }, answer);
    expect(
      drafted.values.map(({ target, value, undecided, lines, flags }) => [
        target,
        value,
        undecided,
        lines,
        flags,
      ]),
    ).toEqual([
      [{ item: "words" }, null, "not_run", [], ["left_to_rules"]],
      [{ item: "near" }, "no", undefined, ["seen."], []],
      [{ item: "comma" }, null, "not_run", [], ["left_to_rules"]],
      [{ item: "tone" }, "no", undefined, ["seen."], []],
    ]);
    expect(drafted.proofs).toMatchObject([
      {
        item: "words",
        response: "r1",
        value: "yes",
        provenance: { isModelGenerated: false, verdict: "yes" },
      },
      { item: "comma", response: "r1", value: "yes", lines: ["0 commas (found: 0, other_commas: 0)."] },
    ]);
  });
}

test("in one call the model is asked what rules do not prove, and nothing where they prove everything", () => {
  const method = methodById("tick.evaluate_batch");
  if (!method) throw new Error("there is no tick.evaluate_batch");
  const params = method.params.parse({ hybrid: true, k: 2 });
  expect([method.most(input, params), method.left?.(input, params)]).toEqual([2, 2]);
  const { calls, drafted } = simulate(method, input, params, () => '{"1": "no", "2": "yes"}');
  expect(calls).toHaveLength(2);
  expect(calls[0]?.plan.messages.at(-1)?.content).toContain(
    "1. Does the response contain exactly 5 words?\n2. Is",
  );
  expect(drafted.values.map(({ target, value }) => [target, value])).toEqual([
    [{ item: "words" }, null],
    [{ item: "near" }, "no"],
    [{ item: "comma" }, null],
    [{ item: "tone" }, "yes"],
  ]);
  const onlyProved = { ...input, items: input.items.filter(({ id }) => id === "words" || id === "comma") };
  expect(method.most(onlyProved, params)).toBe(0);
  expect(simulate(method, onlyProved, params, () => "").calls).toEqual([]);
});

test("questions left to the rules have their reason in words", () => {
  expect(failureWords("not_run")).toBe("It was not asked.");
  expect(flagWords("left_to_rules")).toContain("the model was not asked");
});

test("a study file gets the proof as a draft of the rules, and the model's without a value", () => {
  const method = methodById("tick.evaluate");
  if (!method) throw new Error("there is no tick.evaluate");
  const records: StudyRecord[] = [
    { type: "task", id: "t1", instruction: "Write.", tags: [], metadata: {} },
    { type: "response", id: "r1", task: "t1", text: "No digits here.", metadata: {} },
    {
      ...{ type: "rubric", id: "c1", task: "t1", kind: "checklist", origin: "llm", metadata: {} },
      items: [{ id: "c1.1", text: "Does the response contain no digits?", scale: { type: "yesno" } }],
    },
  ] as StudyRecord[];
  const [subject] = inputsOfStudy(records, method).subjects;
  if (!subject) throw new Error("the study has no subject");
  const { drafted } = simulate(method, subject.input, { hybrid: true }, respond);
  const made = recordsOf(
    subject,
    method,
    { model: "model-1", params: { hybrid: true } },
    drafted,
  ) as DraftRecord[];
  expect(made.map(({ rater, raterKind, value }) => [rater, raterKind, value])).toEqual([
    ["model-1", "llm", null],
    ["rules", "rules", "yes"],
  ]);
  expect(made[1]?.metadata).toMatchObject({ label: "Rule-based draft: no language model was used" });
});
