import { expect, test } from "vitest";
import type { CallPlan } from "@/lib/drafting/schema";
import { input, method, one, valuesOf } from "@/lib/drafting/testing/inputs";
import { fence, simulate } from "@/lib/drafting/testing/simulate";

test("a checklist keeps its order and carries hints", () => {
  const { drafted } = simulate(
    method("tick.generate"),
    one,
    {},
    () => "Analysis: short.\nAnswer:\nAre there two lines?\nWhat is the tone?\nIs it good and does it rhyme?",
  );
  expect(drafted.rubric).toEqual({
    kind: "checklist",
    rationale: "short.",
    flags: [],
    items: [
      { text: "Are there two lines?", flags: ["verifiable"] },
      { text: "What is the tone?", flags: ["not_boolean"] },
      { text: "Is it good and does it rhyme?", flags: ["double_barrelled", "vague"] },
    ],
  });
});

test("several checklists of a task are several samples; one that cannot be read is left out", () => {
  const texts = ["Answer:\nIs it short?", "nothing", "Answer:\nIs it kind?\nIs it new?"];
  const { calls, drafted } = simulate(
    method("tick.generate"),
    one,
    { checklists: 3 },
    ({ sampleIndex }) => texts[sampleIndex] ?? "",
  );
  expect(calls.map(({ plan }) => [plan.key, plan.sampling.temperature])).toEqual([
    ["checklist", 0.7],
    ["checklist sample:1", 0.7],
    ["checklist sample:2", 0.7],
  ]);
  const [first, second] = [drafted.rubric, drafted.furtherRubrics?.[0]];
  expect(first?.items.map(({ text }) => text)).toEqual(["Is it short?"]);
  expect(second?.items.map(({ text }) => text)).toEqual(["Is it kind?", "Is it new?"]);
  expect(drafted.furtherRubrics).toHaveLength(1);
  const none = simulate(method("tick.generate"), one, { checklists: 2 }, () => "nothing").drafted;
  expect([none.rubric?.items, none.rubric?.flags.at(0)]).toEqual([[], "parse_failed"]);
});

test("more than 30 questions are cut, with a flag", () => {
  const many = Array.from({ length: 40 }, (_, i) => `Is it number ${i}?`).join("\n");
  const { drafted } = simulate(method("tick.generate"), one, {}, () => `Answer:\n${many}`);
  expect(drafted.rubric?.items).toHaveLength(30);
  expect(drafted.rubric?.flags).toEqual(["cut_at_30", "length_soft_limit"]);
});

test("a drafted question says when a program can check it, and when it contradicts its instruction", () => {
  const on = { ...one, instruction: "Describe rain in under 50 words, without using any commas." };
  const questions = [
    "Does the response contain commas?",
    "Is the response at least 80 words long?",
    "Is the response under 50 words?",
    "Is the response about rain?",
  ];
  for (const id of ["tick.generate", "clstudy.generate.ticking"]) {
    const answer = id.startsWith("tick")
      ? `Answer:\n${questions.join("\n")}`
      : questions.map((question) => `[[${question}]]`).join("\n");
    const { drafted } = simulate(method(id), on, {}, () => answer);
    expect(drafted.rubric?.items.map(({ flags }) => flags)).toEqual([
      ["verifiable", "polarity_conflict"],
      ["verifiable", "bound_conflict"],
      ["verifiable"],
      [],
    ]);
  }
});

test("JSON is read when the model keeps to the schema, and text when it does not", () => {
  const structured = method("tick.generate:structured");
  const asJson = simulate(
    structured,
    one,
    {},
    () => '{"analysis":"a","questions":["Is it short?","Is it kind?"]}',
  );
  expect(asJson.drafted.rubric?.items.map(({ text }) => text)).toEqual(["Is it short?", "Is it kind?"]);
  expect(asJson.drafted.rubric?.flags).toEqual([]);
  const asText = simulate(structured, one, {}, () => "Answer:\nIs it short?\nIs it kind?");
  expect(asText.drafted.rubric?.flags).toEqual(["schema_not_followed"]);
});

test("one call for each question and sample; the majority decides", () => {
  const output: Record<string, string[]> = { q1: ["YES", "NO", "YES"], q2: ["NO", "NO", "mumble"] };
  const values = valuesOf(
    "tick.evaluate",
    one,
    { k: 3 },
    ({ item, sampleIndex }) =>
      `Analysis: because ${sampleIndex}\nAnswer: ${output[item as string]?.[sampleIndex]}`,
  );
  expect(values).toEqual([
    {
      target: { item: "q1" },
      response: "r1",
      value: "yes",
      lines: ["because 0"],
      votes: ["yes", "no", "yes"],
      flags: [],
    },
    {
      target: { item: "q2" },
      response: "r1",
      value: "no",
      lines: ["because 0"],
      votes: ["no", "no", null],
      flags: [],
    },
  ]);
});

test.each([
  [["YES", "NO"], "tie"],
  [["YES", "x", "x"], "parse_failed"],
  [["x", "x"], "parse_failed"],
])("samples %j are undecided: %s", (output, why) => {
  const values = valuesOf(
    "tick.evaluate",
    one,
    { k: output.length },
    ({ sampleIndex }) => `Answer: ${output[sampleIndex]}`,
  );
  expect(values[0]).toMatchObject({ value: null, undecided: why });
});

test("a refused or cut-off answer has its reason", () => {
  const refused = valuesOf("tick.evaluate", one, {}, () => ({
    text: "no.",
    finishReason: "content-filter",
  }));
  expect(refused[0]).toMatchObject({ value: null, undecided: "refused" });
  const cut = valuesOf("tick.evaluate", one, {}, () => ({ text: "Analysis: it", finishReason: "length" }));
  expect(cut[0]).toMatchObject({ value: null, undecided: "truncated" });
});

const sides = (a: string, b: string) => (plan: CallPlan) =>
  `Answer: ${plan.key.startsWith("response:0") ? a : b}`;

test.each([
  ["YES", "NO", "A"],
  ["NO", "YES", "B"],
  ["YES", "YES", "tie"],
  ["NO", "NO", "tie"],
])("pass rates of %s and %s prefer %s", (a, b, preferred) => {
  const values = valuesOf("tick.pairwise", input, {}, sides(a, b));
  expect(values.at(-1)).toEqual({ target: "preference", value: preferred, lines: [], flags: [] });
  expect(values.slice(0, -1).map(({ response }) => response)).toEqual(["r1", "r1", "r2", "r2"]);
});

test("only questions answered for both sides count in a comparison", () => {
  const values = valuesOf("tick.pairwise", input, {}, ({ key }) =>
    key === "response:1 item:q1 sample:0" ? "mumble" : sides("YES", "NO")({ key } as CallPlan),
  );
  expect(values.at(-1)).toEqual({
    target: "preference",
    value: "A",
    lines: [],
    flags: ["uneven_coverage"],
  });
});

test.each([
  ["1", "A"],
  ["2", "tie"],
  ["3", "B"],
])("direct preference %s is %s", (output, value) => {
  expect(valuesOf("tick.preference", input, { swap: false }, () => `Answer: ${output}`)[0]).toMatchObject({
    value,
    flags: [],
  });
});

test("in both orders, labels are mapped back before they are compared", () => {
  const consistent = valuesOf("tick.preference", input, { swap: true }, ({ order }) =>
    order === "AB" ? "Answer: 1" : "Answer: 3",
  );
  expect(consistent[0]).toMatchObject({ value: "A", votes: ["A", "A"], flags: [] });
  const first = valuesOf("tick.preference", input, { swap: true }, () => "Answer: 1");
  expect(first[0]).toMatchObject({ value: "tie", votes: ["A", "B"], flags: ["position_inconsistent"] });
});

test("a judge with the checklist gets it in the prompt, and scores once", () => {
  const { calls, drafted } = simulate(
    method("tick.check_then_score"),
    one,
    {},
    () => "Analysis: fine\nAnswer: 4",
  );
  expect(calls).toHaveLength(1);
  expect(calls[0]?.plan.messages.at(-1)?.content).toContain("2. Rhyme: Do the lines rhyme?");
  expect(drafted.values).toEqual([
    { target: "overall", response: "r1", value: 4, lines: ["fine"], flags: [] },
  ]);
  expect(
    simulate(method("tick.direct"), one, {}, () => "x").calls[0]?.plan.messages.at(-1)?.content,
  ).not.toContain("Do the lines rhyme?");
});

test("questions are labelled from the closed list", () => {
  const { drafted } = simulate(method("tick.categorise"), one, {}, ({ item }) =>
    item === "q1" ? "Answer: Length" : "Answer: Tone\nMood",
  );
  expect(drafted.labels).toEqual([
    { item: "q1", labels: ["Length"], flags: [] },
    { item: "q2", labels: ["Tone"], flags: ["unknown_category"] },
  ]);
});

test("questions are labelled from an own list", () => {
  const own = "Content = what is said\nStyle: form = how it sounds\n\nFormat";
  const { drafted, calls } = simulate(method("tick.categorise"), one, { categories: own }, ({ item }) =>
    item === "q1" ? "Answer: Format" : "Answer: Style: form\nLength",
  );
  expect(calls[0]?.plan.messages.at(-1)?.content).toContain(
    "- Content: what is said\n- Style: form: how it sounds\n- Format\n",
  );
  expect(calls[0]?.plan.messages.at(-1)?.content).not.toContain("capabilities");
  expect(drafted.labels).toEqual([
    { item: "q1", labels: ["Format"], flags: [] },
    { item: "q2", labels: ["Style: form"], flags: ["unknown_category"] },
  ]);
  const [plan] = method("tick.categorise:structured").plan(
    one,
    method("tick.categorise").params.parse({ categories: own }),
    fence,
  );
  expect(JSON.stringify(plan?.schema)).toContain('["Content","Style: form","Format"]');
  for (const categories of ["Only one", "Tone = a\ntone = b"])
    expect(method("tick.categorise").params.safeParse({ categories }).success).toBe(false);
});

test("several samples use a temperature and a single one none; a set temperature takes precedence", () => {
  const temperature = (params: object) =>
    method("tick.evaluate").plan(one, method("tick.evaluate").params.parse(params), fence)[0]?.sampling
      .temperature;
  expect([temperature({}), temperature({ k: 3 }), temperature({ k: 3, temperature: 0.2 })]).toEqual([
    0, 0.7, 0.2,
  ]);
});

test("coverage is uneven where other questions are answered for one response than for the other", () => {
  const preference = (params: object, model: Parameters<typeof valuesOf>[3]) =>
    valuesOf("tick.pairwise", input, params, model).at(-1);
  expect(preference({}, ({ item }) => (item === "q1" ? "?" : "Answer: YES"))).toMatchObject({
    value: "tie",
    flags: [],
  });
  expect(
    preference({}, ({ key }) => (key.startsWith("response:0 item:q1") ? "?" : "Answer: YES")),
  ).toMatchObject({ value: "tie", flags: ["uneven_coverage"] });
});

test("a preference without any answer in common has the reason of the answers", () => {
  const why = (params: object, model: Parameters<typeof valuesOf>[3]) =>
    valuesOf("tick.pairwise", input, params, model).at(-1);
  expect(why({ k: 2 }, ({ sampleIndex }) => `Answer: ${sampleIndex === 0 ? "NO" : "YES"}`)).toMatchObject({
    value: null,
    undecided: "tie",
    flags: [],
  });
  expect(why({}, () => ({ text: "no.", finishReason: "content-filter" }))).toMatchObject({
    value: null,
    undecided: "refused",
  });
  expect(why({}, () => "I do not know.")).toMatchObject({ value: null, undecided: "parse_failed" });
});

const BATCH_PROMPT = `A text was written for the instruction below. Answer every question of the checklist about it.

YES means that the condition is met entirely. Even a small inaccuracy rules it out: asked whether every sentence names a
colour, a text with one sentence that does not is a NO.
NO means that the condition is not met, or that the text gives nothing to answer by: asked whether the second sentence is
short, a text of one sentence is a NO.
Each question stands for itself: the answer to one is no reason for the answer to another.

<<<BEGIN INSTRUCTION …>>>
Write a two-line rhyme about rain.

For children.
<<<END INSTRUCTION …>>>

<<<BEGIN RESPONSE …>>>
Drip, drop, hear the rain,
tapping on the window pane.
<<<END RESPONSE …>>>

<<<BEGIN CHECKLIST …>>>
1. Lines: Does the text have exactly two lines?
2. Rhyme: Do the lines rhyme?
<<<END CHECKLIST …>>>

Answer the questions about the text in their order.

Write one JSON object and nothing else, with a field for each of the questions 1 to 2, named by its number:
{"1": {"analysis": "<your reasoning>", "answer": "<yes or no>"}, …}`;

test("all questions in one call are one prompt, whose answer is a map", () => {
  const planned = (id: string, params: object) =>
    method(id).plan(one, method(id).params.parse(params), fence);
  const [plan, ...others] = planned("tick.evaluate_batch", {});
  expect(others).toEqual([]);
  const prompt = plan?.messages.at(-1)?.content ?? "";
  expect(prompt.replace(/(?<=(?:BEGIN|END) \w+) [0-9a-f]+/g, " …")).toBe(BATCH_PROMPT);
  const [structured] = planned("tick.evaluate_batch:structured", { cot: false });
  expect(structured?.schema?.jsonSchema).toMatchObject({
    properties: { 1: { enum: ["yes", "no"] }, 2: { enum: ["yes", "no"] } },
    required: ["1", "2"],
    additionalProperties: false,
  });
  expect(planned("tick.evaluate_batch", { cot: false })[0]?.messages.at(-1)?.content).toMatch(
    /\{"1": "<yes or no>", …\}$/,
  );
});

test.each(["", ":structured"])(
  "a map of answers%s is a draft of each question, by the majority of samples",
  (profile) => {
    const said = (first: string, second: string) =>
      JSON.stringify({
        1: { analysis: `first: ${first}`, answer: first },
        2: { analysis: `second: ${second}`, answer: second },
      });
    const outputs = [said("yes", "no"), "nothing", said("yes", "yes")];
    const values = valuesOf(
      `tick.evaluate_batch${profile}`,
      one,
      { k: 3 },
      ({ sampleIndex }) => outputs[sampleIndex] ?? "",
    );
    expect(values).toEqual([
      {
        target: { item: "q1" },
        response: "r1",
        value: "yes",
        lines: ["first: yes"],
        votes: ["yes", null, "yes"],
        flags: [],
      },
      {
        target: { item: "q2" },
        response: "r1",
        value: null,
        undecided: "tie",
        lines: [],
        votes: ["no", null, "yes"],
        flags: [],
      },
    ]);
  },
);

test("a map without an answer to every question answers none, and says why", () => {
  const reasons = (output: Parameters<typeof valuesOf>[3]) =>
    valuesOf("tick.evaluate_batch", one, {}, output).map(({ value, undecided }) => [value, undecided]);
  expect(reasons(() => '{"1": "yes"}')).toEqual([
    [null, "parse_failed"],
    [null, "parse_failed"],
  ]);
  expect(reasons(() => ({ text: '{"1": "yes"', finishReason: "length" }))[1]).toEqual([null, "truncated"]);
  expect(reasons(() => ({ text: "no.", finishReason: "content-filter" }))[0]).toEqual([null, "refused"]);
});
