import { describe, expect, test } from "vitest";
import type { CallPlan, DraftInput, DraftMethod, ModelAnswer } from "@/lib/drafting/schema";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { fence, simulate } from "@/lib/drafting/testing/simulate";
import { methodById, methods, missingNeeds } from "./methods";
import { hasForeignQuote } from "./methods/coeval/step";
import { weightedMean } from "./methods/salc/weighted";
import versions from "./methods/versions.json";

const input: DraftInput = {
  instruction: "Write a two-line rhyme about rain.",
  input: "For children.",
  reference: "Rain, rain, falling down,\nwashing all the streets of town.",
  description: "Write rhymes.",
  responses: [
    { id: "r1", text: "Drip, drop, hear the rain,\ntapping on the window pane." },
    { id: "r2", text: "It rains." },
  ],
  items: [
    { id: "q1", name: "Lines", text: "Does the text have exactly two lines?" },
    { id: "q2", name: "Rhyme", text: "Do the lines rhyme?" },
  ],
  demonstration: { input: "about snow", output: "Snow, snow, white and deep" },
};
const one: DraftInput = { ...input, responses: input.responses.slice(0, 1) };
const scales: DraftInput = {
  ...one,
  items: input.items.map((item) => ({ ...item, points: { min: 1, max: 3 } })),
};

function method(id: string): DraftMethod {
  const found = methodById(id);
  if (!found) throw new Error(`no method ${id}`);
  return found;
}

/** The schemas of all score fields. */
function scoresIn(node: unknown): unknown[] {
  if (node === null || typeof node !== "object") return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "score" || key === "rating" ? [value] : scoresIn(value),
  );
}

/** The values a method drafted, by target. */
function valuesOf(
  id: string,
  on: DraftInput,
  params: unknown,
  model: (plan: CallPlan) => string | ModelAnswer,
) {
  return simulate(method(id), on, params, model).drafted.values;
}

test("a judge asked for JSON may give the scores of its scale, and no other", () => {
  const [plan] = method("coeval.direct:structured").plan(one, {}, fence);
  expect(scoresIn(plan?.schema?.jsonSchema)).toEqual([{ type: "integer", enum: [1, 2, 3, 4, 5] }]);
  const [own] = method("coeval.step:structured").plan(scales, {}, fence);
  expect(scoresIn(own?.schema?.jsonSchema)).toEqual([{ type: "integer", enum: [1, 2, 3] }]);
});

describe("every method", () => {
  test("has an id of its own, in both profiles", () => {
    const ids = methods.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, profile } of methods) expect(id.endsWith(":structured")).toBe(profile === "structured");
  });

  test("a prompt that changed has a new version", () => {
    const now = Object.fromEntries(
      methods.flatMap(({ templates }) =>
        templates.map(({ id, version, hash }) => [`${id}@${version}`, hash]),
      ),
    );
    expect(now).toEqual(versions);
  });

  for (const each of methods) {
    const on = each.subject === "pair" ? input : one;
    const params = each.params.parse({});

    test(`${each.id} plans the same calls every time, and no more than it says`, () => {
      expect(missingNeeds(each, on)).toEqual([]);
      const plans = each.plan(on, params, fence);
      const again = each.plan(on, params, fence);
      expect(plans.map(({ key, messages }) => ({ key, messages }))).toEqual(
        again.map(({ key, messages }) => ({ key, messages })),
      );
      expect(new Set(plans.map(({ key }) => key)).size).toBe(plans.length);
      const { calls } = simulate(
        each,
        on,
        {},
        () => "1. Score: 2\n[[An item about words?]]\nAnswer:\nIs it one?",
      );
      expect(calls.length).toBeLessThanOrEqual(each.most(on, params));
    });

    test(`${each.id} keeps the texts to be judged between their marks, and asks for its form last`, () => {
      for (const { messages, schema } of each.plan(on, params, fence)) {
        const system = messages
          .filter(({ role }) => role === "system")
          .map(({ content }) => content)
          .join("\n");
        expect(system).not.toContain(on.instruction);
        expect(messages.at(-1)?.role).toBe("user");
        expect(messages.map(({ content }) => content).join("\n")).not.toMatch(/\{\{\w+\}\}/);
        expect(schema === undefined).toBe(each.profile === "faithful");
      }
    });

    test(`${each.id} says in the schema which scores there are`, () => {
      for (const { schema } of each.plan(on, params, fence))
        for (const score of scoresIn(schema?.jsonSchema)) {
          expect(score).toMatchObject({ type: "integer", enum: expect.any(Array) });
          expect((score as { enum: number[] }).enum.length).toBeGreaterThan(1);
        }
    });

    test(`${each.id} guesses nothing from answers that cannot be read`, () => {
      for (const text of ["", "I do not know.", "Maybe."]) {
        const { drafted } = simulate(each, on, {}, () => text);
        for (const value of drafted.values) {
          expect(value.value).toBeNull();
          expect(value.undecided).toBeDefined();
          expect(value.lines.join("")).not.toContain("undefined");
        }
        expect(drafted.rubric?.items ?? []).toEqual([]);
        expect(drafted.labels?.flatMap(({ labels }) => labels) ?? []).toEqual([]);
        expect((drafted.measures ?? []).map(({ value }) => value).filter((value) => value !== null)).toEqual(
          [],
        );
      }
    });

    test(`${each.id} survives hostile answers and hostile texts`, () => {
      for (const text of hostileTexts) {
        const hostile: DraftInput = {
          ...on,
          instruction: text,
          responses: on.responses.map(({ id }) => ({ id, text })),
          items: on.items.map(({ id }) => ({ id, text })),
        };
        const { drafted } = simulate(each, hostile, {}, () => text);
        for (const { value } of drafted.values) expect(Number.isNaN(value)).toBe(false);
      }
    });
  }
});

describe("TICK", () => {
  test("a checklist keeps its order and carries hints", () => {
    const { drafted } = simulate(
      method("tick.generate"),
      one,
      {},
      () =>
        "Analysis: short.\nAnswer:\nAre there two lines?\nWhat is the tone?\nIs it good and does it rhyme?",
    );
    expect(drafted.rubric).toEqual({
      kind: "checklist",
      flags: [],
      items: [
        { text: "Are there two lines?", flags: [] },
        { text: "What is the tone?", flags: ["not_boolean"] },
        { text: "Is it good and does it rhyme?", flags: ["double_barrelled", "vague"] },
      ],
    });
  });

  test("more than 30 questions are cut, and said to be", () => {
    const many = Array.from({ length: 40 }, (_, i) => `Is it number ${i}?`).join("\n");
    const { drafted } = simulate(method("tick.generate"), one, {}, () => `Answer:\n${many}`);
    expect(drafted.rubric?.items).toHaveLength(30);
    expect(drafted.rubric?.flags).toEqual(["cut_at_30", "length_soft_limit"]);
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
    const said: Record<string, string[]> = { q1: ["YES", "NO", "YES"], q2: ["NO", "NO", "mumble"] };
    const values = valuesOf(
      "tick.evaluate",
      one,
      { k: 3 },
      ({ item, sampleIndex }) =>
        `Analysis: because ${sampleIndex}\nAnswer: ${said[item as string]?.[sampleIndex]}`,
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
  ])("samples %j are undecided: %s", (said, why) => {
    const values = valuesOf(
      "tick.evaluate",
      one,
      { k: said.length },
      ({ sampleIndex }) => `Answer: ${said[sampleIndex]}`,
    );
    expect(values[0]).toMatchObject({ value: null, undecided: why });
  });

  test("an answer that was refused or cut off says so", () => {
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
  ])("direct preference %s is %s", (said, value) => {
    expect(valuesOf("tick.preference", input, { swap: false }, () => `Answer: ${said}`)[0]).toMatchObject({
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

  test("a judge with the checklist in view sees it, and scores once", () => {
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

  test("several samples are sampled with temperature, one without; what was asked for wins", () => {
    const temperature = (params: object) =>
      method("tick.evaluate").plan(one, method("tick.evaluate").params.parse(params), fence)[0]?.sampling
        .temperature;
    expect([temperature({}), temperature({ k: 3 }), temperature({ k: 3, temperature: 0.2 })]).toEqual([
      0, 0.7, 0.2,
    ]);
  });
});

describe("the checklist study", () => {
  const items = (n: number) => Array.from({ length: n }, (_, i) => `- [[Is it number ${i}?]]`).join("\n");

  test.each([
    ["length_0.5", 5, 2],
    ["length_0.5", 7, 4],
    ["length_0.5", 1, 1],
    ["length_1.5", 5, 8],
    ["length_1.5", 3, 4],
  ])("%s of a baseline of %i asks for %i", (policy, baseline, wanted) => {
    const { calls, drafted } = simulate(method(`clstudy.generate.${policy}`), one, {}, ({ key }) =>
      items(key === "baseline" ? baseline : wanted),
    );
    expect(calls).toHaveLength(2);
    expect(calls[1]?.plan.messages.at(-1)?.content).toContain(
      `exactly ${wanted} ${wanted === 1 ? "question" : "questions"}`,
    );
    expect(drafted.rubric?.items).toHaveLength(wanted);
    expect(drafted.rubric?.flags).not.toContain("length_mismatch");
  });

  test("a checklist of another length is kept, and flagged", () => {
    const { drafted } = simulate(method("clstudy.generate.length_0.5"), one, {}, () => items(6));
    expect(drafted.rubric?.items).toHaveLength(6);
    expect(drafted.rubric?.flags).toContain("length_mismatch");
  });

  test("self-refinement takes what follows the heading, not the old items", () => {
    const { drafted, calls } = simulate(method("clstudy.generate.self_refine"), one, {}, ({ key }) =>
      key === "baseline"
        ? items(3)
        : "Feedback:\n- [[Is it number 0?]] - [2]\n\nRefined Checklist:\n- [[Is it new?]]\n- [[Is it kind?]]",
    );
    expect(drafted.rubric?.items.map(({ text }) => text)).toEqual(["Is it new?", "Is it kind?"]);
    expect(calls[1]?.plan.messages.at(-1)?.content).toContain("3. Is it number 2?");
  });

  test("a baseline that failed makes no second call", () => {
    const { calls, drafted } = simulate(method("clstudy.generate.length_1.5"), one, {}, () => "nothing");
    expect(calls).toHaveLength(1);
    expect(drafted.rubric).toEqual({ kind: "checklist", items: [], flags: ["parse_failed"] });
  });

  test("half of the samples see each order, and verdicts and answers are mapped back", () => {
    const given = { response_1: { "1": "yes", "2": "yes" }, response_2: { "1": "no", "2": "n/a" } };
    const { drafted, calls } = simulate(method("clstudy.pairwise.checklist"), input, { n: 4 }, ({ order }) =>
      JSON.stringify(
        order === "AB"
          ? { checklist: given, judge: 1 }
          : { checklist: { response_1: given.response_2, response_2: given.response_1 }, judge: 2 },
      ),
    );
    expect(calls.map(({ plan }) => plan.order)).toEqual(["AB", "AB", "BA", "BA"]);
    expect(drafted.values.map(({ target, response, value }) => [target, response, value])).toEqual([
      [{ item: "q1" }, "r1", "yes"],
      [{ item: "q2" }, "r1", "yes"],
      [{ item: "q1" }, "r2", "no"],
      [{ item: "q2" }, "r2", "na"],
      ["preference", undefined, "A"],
    ]);
  });

  test("an even split is a tie; a judge that always takes the first is one", () => {
    const values = valuesOf("clstudy.pairwise.none", input, { n: 10 }, () => '{"reason":"r","judge":1}');
    expect(values[0]).toMatchObject({ value: "tie" });
  });

  test("answers of the wrong number are dropped, and the vote stays", () => {
    const values = valuesOf("clstudy.direct.checklist", one, { n: 2 }, ({ sampleIndex }) =>
      JSON.stringify({ checklist: sampleIndex === 0 ? { "1": "yes" } : { "1": "no", "2": "no" }, rating: 4 }),
    );
    expect(values.map(({ value }) => value)).toEqual(["no", "no", 4]);
    expect(values.at(-1)?.flags).toEqual(["wrong_arity"]);
  });

  test.each([
    [[4, 5], 5],
    [[4, 4, 5], 4],
    [[1, 2], 2],
  ])("ratings %j are rounded half up to %i", (ratings, value) => {
    const values = valuesOf("clstudy.direct.none", one, { n: ratings.length }, ({ sampleIndex }) =>
      JSON.stringify({ reason: "r", rating: ratings[sampleIndex] }),
    );
    expect(values[0]).toMatchObject({ value, votes: ratings });
  });
});

describe("SALC", () => {
  test("factors become criteria", () => {
    const { drafted } = simulate(
      method("salc.criteria_absolute"),
      one,
      {},
      () => "1.) **Rhyme** - Do the lines rhyme?",
    );
    expect(drafted.rubric).toEqual({
      kind: "criteria",
      items: [{ name: "Rhyme", text: "Do the lines rhyme?", flags: [] }],
      flags: [],
    });
  });

  test("the reference stands in every prompt that promises one", () => {
    for (const id of [
      "salc.criteria_absolute",
      "salc.evaluate_absolute",
      "salc.evaluate_absolute_weighted",
    ]) {
      const each = method(id);
      const said = each.plan(one, each.params.parse({}), fence)[0]?.messages.at(-1)?.content;
      expect(said).toContain("washing all the streets");
    }
    const relative = method("salc.criteria_relative");
    const said = relative.plan(input, relative.params.parse({}), fence)[0]?.messages.at(-1)?.content;
    expect(said).not.toContain("washing all the streets");
  });

  test("the weighted score is the weighted mean of the factors, with two decimals", () => {
    const answer = {
      factors: [
        { factor: 2, feedback: "rhymes", score: 5, weight: 30 },
        { factor: "Lines", feedback: "two", score: 3, weight: 60 },
        { factor: "Mood", feedback: "odd", score: 1, weight: 100 },
      ],
    };
    const values = valuesOf("salc.evaluate_absolute_weighted", one, {}, () => JSON.stringify(answer));
    expect(values.map(({ value }) => value)).toEqual([3, 5, 3.67]);
    const missing = { factors: answer.factors.slice(0, 1) };
    const none = valuesOf("salc.evaluate_absolute_weighted", one, {}, () => JSON.stringify(missing));
    expect(none.map(({ value }) => value)).toEqual([null, null, null]);
  });

  test("weights that are all 0 are equal weights", () => {
    expect(
      weightedMean([
        { score: 2, weight: 0 },
        { score: 5, weight: 0 },
      ]),
    ).toBe(3.5);
  });

  test.each([
    [{ swap: false }, "[[A]]", "[[A]]", "A", []],
    [{}, "[[A]]", "[[A]]", "tie", ["position_inconsistent"]],
    [{ swap: true }, "[[A]]", "[[B]]", "A", []],
    [{ swap: true }, "[[B]]", "[[A]]", "B", []],
    [{ swap: true }, "[[A]]", "[[A]]", "tie", ["position_inconsistent"]],
  ])("with %j, %s and then %s is %s", (params, ab, ba, value, flags) => {
    const values = valuesOf("salc.evaluate_relative", input, params, ({ order }) =>
      order === "AB" ? ab : ba,
    );
    expect(values[0]).toMatchObject({ value, flags });
  });
});

describe("CoEval", () => {
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

  test("what was said before a judged turn stands in the input beside a description", () => {
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

  test("a quotation the response does not hold is flagged", () => {
    expect(hasForeignQuote('Evidence: "Hear  the rain,"', "hear the\nrain, tapping")).toBe(false);
    expect(hasForeignQuote("Evidence: “the sun is out”", "hear the rain")).toBe(true);
    expect(hasForeignQuote('a "word"', "nothing")).toBe(false);
  });

  test("the overall score follows in the same conversation", () => {
    const { calls, drafted } = simulate(method("coeval.overall_step"), one, {}, ({ key }) =>
      key === "overall" ? "1. As a whole fine.\n2. Score: 4" : `1. About ${key}.\n2. Score: 2`,
    );
    const last = calls.at(-1)?.plan.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
    expect(last[2]?.content).toBe("1. About item:q1.\n2. Score: 2");
    expect(drafted.values.map(({ value }) => value)).toEqual([2, 2, 4]);
  });

  test("without a single score there is no overall score to ask for", () => {
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
});
