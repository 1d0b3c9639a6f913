import { expect, test } from "vitest";
import { hasForeignQuote } from "@/lib/drafting/rules/methods/coeval/step";
import type { CallPlan, DraftInput } from "@/lib/drafting/schema";
import { method, one, scales, valuesOf } from "@/lib/drafting/testing/inputs";
import { fence, simulate } from "@/lib/drafting/testing/simulate";

const JUDGES = ["coeval.step", "coeval.overall_step", "coeval.direct"].flatMap((id) => [
  id,
  `${id}:structured`,
]);
const between = (label: string, prompt: string) =>
  new RegExp(`<<<BEGIN ${label} \\w+>>>\\n(.*?)\\n<<<END ${label} `, "s").exec(prompt)?.[1];

test.each(JUDGES)("%s is sent the task, the input and the output, with a description or without", (id) => {
  const prompts = (on: DraftInput) =>
    method(id)
      .plan(on, method(id).params.parse({}), fence)
      .map(({ messages }) => messages.at(-1)?.content ?? "");
  const { description: _, ...undescribed } = one;
  for (const prompt of prompts(one)) {
    expect(between("TASK", prompt)).toBe(one.description);
    expect(between("INPUT", prompt)).toBe(`${one.instruction}\n\n${one.input}`);
    expect(between("OUTPUT", prompt)).toBe(one.responses[0]?.text);
  }
  for (const prompt of prompts(undescribed)) {
    expect(between("TASK", prompt)).toBe(one.instruction);
    expect(between("INPUT", prompt)).toBe(one.input);
    expect(between("OUTPUT", prompt)).toBe(one.responses[0]?.text);
  }
  const { input: __, ...bare } = undescribed;
  for (const prompt of prompts(bare)) {
    expect(between("TASK", prompt)).toBe(one.instruction);
    expect(prompt).not.toContain("BEGIN INPUT");
  }
});

test("turns before the judged one are part of the input, beside a description", () => {
  const turns = [{ role: "user", content: "About snow?" }];
  const [plan] = method("coeval.direct").plan({ ...one, turns }, { maxOutputTokens: 9 }, fence);
  expect(between("INPUT", plan?.messages.at(-1)?.content ?? "")).toContain("User: About snow?");
});

test("the overall score is given with the input in view", () => {
  const { calls } = simulate(method("coeval.overall_step"), one, {}, () => "1. Fine.\n2. Score: 4");
  const sent =
    calls
      .at(-1)
      ?.plan.messages.map(({ content }) => content)
      .join("\n") ?? "";
  expect(between("INPUT", sent)).toBe(`${one.instruction}\n\n${one.input}`);
});

test("lines, the line that states the score, and the scale of each criterion", () => {
  const values = valuesOf("coeval.step", scales, {}, ({ item }) =>
    item === "q1" ? '1. Two lines.\n2. Score: 3\n3. "hear the rain"' : "1. No.\n2. Score: 5\n3. -",
  );
  expect(values).toEqual([
    {
      target: { item: "q1" },
      response: "r1",
      value: 3,
      lines: ["Two lines.", "Score: 3", '"hear the rain"'],
      scoreLine: 1,
      flags: [],
    },
    {
      target: { item: "q2" },
      response: "r1",
      value: null,
      undecided: "out_of_range",
      lines: ["No.", "Score: 5", "-"],
      scoreLine: 1,
      flags: [],
    },
  ]);
});

test("several samples of a score: their mean rounded half up, and the lines of the nearest sample", () => {
  const sampled = (scores: readonly string[]) => {
    const { calls, drafted } = simulate(method("coeval.step"), one, { samples: scores.length }, (plan) =>
      plan.item === "q1"
        ? `1. Sample ${plan.sampleIndex}.\n2. ${scores[plan.sampleIndex]}`
        : "1. No.\n2. Score: 2",
    );
    return { calls, values: drafted.values };
  };
  const { calls, values } = sampled(["Score: 1", "Score: 4", "Score: 3", "Score: 2"]);
  expect(calls.map(({ plan }) => [plan.key, plan.sampling.temperature])).toContainEqual([
    "item:q1 sample:3",
    0.7,
  ]);
  // 10 / 4 is 2.5: 3, which the third sample gave.
  expect(values[0]).toMatchObject({ value: 3, votes: [1, 4, 3, 2], lines: ["Sample 2.", "Score: 3"] });
  expect(values[1]).toMatchObject({ value: 2, votes: [2, 2, 2, 2] });
  const unread = sampled(["Score: 9", "Score: 9", "Score: 4"]).values[0];
  expect(unread).toMatchObject({ value: null, undecided: "out_of_range", votes: [null, null, 4] });
  expect(sampled(["Score: 9", "Score: 5", "Score: 4"]).values[0]).toMatchObject({
    value: 5,
    votes: [null, 5, 4],
  });
});

test("a quotation that is not in the response is flagged", () => {
  expect(hasForeignQuote('Evidence: "Hear  the rain,"', "hear the\nrain, tapping")).toBe(false);
  expect(hasForeignQuote("Evidence: “the sun is out”", "hear the rain")).toBe(true);
  expect(hasForeignQuote('a "word"', "nothing")).toBe(false);
});

test("short quotations are paired before they are left out, and only evidence is looked for", () => {
  expect(hasForeignQuote('"Hi" is followed by "a long quote here"', "Hi there. A long quote here.")).toBe(
    false,
  );
  expect(hasForeignQuote('"Hi" is followed by "another long quote"', "Hi there.")).toBe(true);
  const flagsOf = (form: string) => valuesOf("coeval.step", one, {}, () => form)[0]?.flags;
  expect(flagsOf('1. It has the "Coherence of a whole".\n2. Score: 4\n3. "hear the rain"')).toEqual([]);
  expect(flagsOf('1. It rhymes.\n2. Score: 4\n3. "the sun is out"')).toEqual(["quote_not_found"]);
});

test("evidence in JSON is a quotation without marks", () => {
  const flagsOf = (evidence: string[]) =>
    valuesOf("coeval.step:structured", one, {}, () =>
      JSON.stringify({ conclusion: "It rhymes.", evidence, score: 3 }),
    )[0]?.flags;
  expect(flagsOf(["tapping on the window pane."])).toEqual([]);
  expect(flagsOf(["tapping on the window pane.", "The sun is out."])).toEqual(["quote_not_found"]);
  expect(hasForeignQuote('"Rain,"', "hear the rain", true)).toBe(false);
  expect(hasForeignQuote("‘Hear the rain’.", "hear the rain", true)).toBe(false);
  expect(hasForeignQuote("'the sun is out'", "hear the rain", true)).toBe(true);
  expect(flagsOf(['It says "hear the rain".'])).toEqual([]);
});

test("the overall score follows in the same conversation", () => {
  const { calls, drafted } = simulate(method("coeval.overall_step"), one, {}, ({ key }) =>
    key === "overall" ? "1. As a whole fine.\n2. Score: 4" : `1. About ${key}.\n2. Score: 2`,
  );
  const last = calls.at(-1)?.plan.messages ?? [];
  expect(last.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user", "assistant", "user"]);
  expect(last[2]?.content).toBe("1. About item:q1.\n2. Score: 2");
  expect(drafted.values.map(({ value }) => value)).toEqual([2, 2, 4]);
});

test("without any readable score no overall score is requested", () => {
  const { calls, drafted } = simulate(method("coeval.overall_step"), one, {}, () => "");
  expect(calls).toHaveLength(2);
  expect(drafted.values.map(({ undecided }) => undecided)).toEqual([
    "parse_failed",
    "parse_failed",
    "not_run",
  ]);
});

test("consistency of criteria with vectors worked out by hand", () => {
  const sets = ["1. A: a", "1. B: b", "1. A: a\n2. B: b"];
  const { drafted } = simulate(
    method("coeval.consistency"),
    one,
    { n: 2 },
    ({ key }) => sets[Number(key.slice(4))] as string,
    [
      [1, 0],
      [0, 1],
      [1, 0],
      [0, 1],
    ],
  );
  const measure = Object.fromEntries((drafted.measures ?? []).map(({ name, value }) => [name, value]));
  // Compared with {A}: {B} 0, {A, B} ½. Between {B} and {A, B}: 1 one way, ½ the other.
  expect(measure["cc.greedy_max@1"]).toBeCloseTo(0.25, 12);
  expect(measure["icc.greedy_max@1"]).toBeCloseTo(0.75, 12);
  // One to one: {B} with {A} 0; {A, B} with {A} ½; {B} with {A, B} ½.
  expect(measure["cc.assignment@1"]).toBeCloseTo(0.25, 12);
  expect(measure["icc.assignment@1"]).toBeCloseTo(0.5, 12);
});

test("without an embedding model only the lexical consistency has a number", () => {
  const { drafted } = simulate(
    method("coeval.consistency"),
    one,
    { n: 2 },
    () => "1. Rhyme: the lines rhyme",
  );
  expect(drafted.measures).toContainEqual({
    name: "cc.greedy_max@1",
    value: null,
    note: "no embedding model is configured",
  });
  expect(drafted.measures?.find(({ name }) => name === "cc.lexical@1")?.value).toBeCloseTo(1, 12);
});

test.each(["coeval.direct", "coeval.direct:structured", "coeval.overall_step"])(
  "%s scores overall on four levels where the run says so, and never beyond them",
  (id) => {
    const say = (overall: number) => (plan: CallPlan) =>
      plan.schema
        ? JSON.stringify({ score: overall })
        : plan.key.startsWith("item")
          ? "1. So.\n2. Score: 5"
          : `${overall}`;
    const levels = (overall: number) =>
      valuesOf(id, one, { highest: 4 }, say(overall)).find(({ target }) => target === "overall");
    expect(levels(4)).toMatchObject({ value: 4 });
    expect(levels(5)).toMatchObject({ value: null });
    expect(valuesOf(id, one, {}, say(5)).find(({ target }) => target === "overall")).toMatchObject({
      value: 5,
    });
  },
);

test.each(["coeval.overall_step", "coeval.overall_step:structured"])(
  "%s goes on from evaluations as people revised them, and asks for the other criteria alone",
  (id) => {
    const on = { ...one, revised: [{ item: "q1", lines: ["It has two lines.", "“Drip”"], score: 2 }] };
    const answer = id.endsWith("structured")
      ? '{"conclusion":"Fine.","evidence":[],"score":4}'
      : "1. Fine.\n2. Score: 4";
    const { calls, drafted } = simulate(method(id), on, { history: "humanEdited" }, () => answer);
    expect(calls.map(({ plan }) => plan.key)).toEqual(["item:q2", "overall"]);
    const said = (calls.at(-1)?.plan.messages ?? []).filter(({ role }) => role === "assistant");
    expect(said.map(({ content }) => content)).toEqual([
      id.endsWith("structured")
        ? '{"conclusion":"It has two lines.","evidence":["“Drip”"],"score":2}'
        : "1. It has two lines.\n2. Score: 2\n3. “Drip”",
      answer,
    ]);
    // A person's decision is not drafted by the model.
    expect(drafted.values.map(({ target, value, flags }) => [target, value, flags])).toEqual([
      [{ item: "q2" }, 4, []],
      ["overall", 4, ["history_revised"]],
    ]);
    // Without the choice people's evaluations are not read: the drafts of the paper stay comparable.
    const plain = simulate(method(id), on, {}, () => answer);
    expect(plain.calls.map(({ plan }) => plan.key)).toEqual(["item:q1", "item:q2", "overall"]);
    const whole = { ...on, revised: ["q1", "q2"].map((item) => ({ item, lines: [], score: 1 })) };
    const last = simulate(method(id), whole, { history: "humanEdited" }, () => answer);
    expect(last.calls.map(({ plan }) => plan.key)).toEqual(["overall"]);
  },
);

test.each(["coeval.task_criteria", "coeval.task_criteria:structured"])(
  "%s drafts criteria for each instruction: that is the task, with its input and reference as the example",
  (id) => {
    const promptOf = (on: DraftInput) =>
      method(id).plan(on, method(id).params.parse({}), fence)[0]?.messages.at(-1)?.content ?? "";
    const { description: _, demonstration: __, ...instructed } = one;
    const prompt = promptOf({ ...instructed, responses: [] });
    expect(between("TASK", prompt)).toBe(one.instruction);
    expect(between("EXAMPLE INPUT", prompt)).toBe(one.input);
    expect(between("EXAMPLE OUTPUT", prompt)).toBe(one.reference);
    const bare = promptOf({ instruction: "Write a poem.", responses: [], items: [] });
    expect(between("TASK", bare)).toBe("Write a poem.");
    expect(bare).not.toContain("BEGIN EXAMPLE");
    // An expert's description is the task as a whole; the instruction is what it is applied to.
    const described = promptOf({ ...one, responses: [] });
    expect(between("TASK", described)).toBe(one.description);
    expect(between("EXAMPLE INPUT", described)).toBe(`${one.instruction}\n\n${one.input}`);
    // A response to be judged is never the example.
    expect(promptOf(one)).toBe(described);
  },
);

test("the prompt of criteria for an instruction, word for word", () => {
  const [plan] = method("coeval.task_criteria").plan(
    { instruction: "Sort these words.", input: "pear, apple", responses: [], items: [] },
    { maxOutputTokens: 2048, scales: false },
    () => "abc",
  );
  expect(plan?.messages.at(-1)?.content).toMatchInlineSnapshot(`
    "Here is a task; where there is one, an example of an input and of an output follows it.

    <<<BEGIN TASK abc>>>
    Sort these words.
    <<<END TASK abc>>>

    <<<BEGIN EXAMPLE INPUT abc>>>
    pear, apple
    <<<END EXAMPLE INPUT abc>>>

    Understand how the task is done. What is asked of you is another thing: say how outputs for this task are to be evaluated.
    List the criteria: those that hold for texts of any kind, and those that belong to this very task. The list is clear and
    complete.

    Write the criteria as a numbered list, each as "<Name>: <description>".

    Evaluation Criteria:"
  `);
});

test.each([
  ["coeval.criteria", "1. Clarity: Is it clear? [1 = no; 3 = yes]\n2. Tone: Is it warm?"],
  ["coeval.task_criteria", "1. Clarity: Is it clear? [1 = no; 3 = yes]\n2. Tone: Is it warm?"],
  [
    "coeval.criteria:structured",
    JSON.stringify({
      factors: [
        {
          ...{ name: "Clarity", description: "Is it clear?" },
          points: [
            { point: 1, meaning: "no" },
            { point: 3, meaning: "yes" },
          ],
        },
        { name: "Tone", description: "Is it warm?", points: [] },
      ],
    }),
  ],
])("%s drafts the scale of each criterion where the run asks for it", (id, answer) => {
  const { drafted, calls } = simulate(method(id), one, { scales: true }, () => answer);
  expect(drafted.rubric?.items).toMatchObject([
    { name: "Clarity", text: "Is it clear?", points: { min: 1, max: 3, labels: { "1": "no", "3": "yes" } } },
    { name: "Tone", text: "Is it warm?" },
  ]);
  expect(drafted.rubric?.items[1]).not.toHaveProperty("points");
  expect(calls[0]?.plan.messages.at(-1)?.content).toContain("on which scale it is scored");
  const [plain] = method(id).plan(one, method(id).params.parse({}), fence);
  expect(plain?.messages.at(-1)?.content).not.toContain("scale");
});
