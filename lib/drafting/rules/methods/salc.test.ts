import { expect, test } from "vitest";
import { weightedMean } from "@/lib/drafting/rules/methods/salc/weighted";
import { input, method, one, valuesOf } from "@/lib/drafting/testing/inputs";
import { fence, simulate } from "@/lib/drafting/testing/simulate";

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

test("every prompt that mentions a reference contains it", () => {
  for (const id of ["salc.criteria_absolute", "salc.evaluate_absolute", "salc.evaluate_absolute_weighted"]) {
    const each = method(id);
    const prompt = each.plan(one, each.params.parse({}), fence)[0]?.messages.at(-1)?.content;
    expect(prompt).toContain("washing all the streets");
  }
  const relative = method("salc.criteria_relative");
  const prompt = relative.plan(input, relative.params.parse({}), fence)[0]?.messages.at(-1)?.content;
  expect(prompt).not.toContain("washing all the streets");
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
  const values = valuesOf("salc.evaluate_relative", input, params, ({ order }) => (order === "AB" ? ab : ba));
  expect(values[0]).toMatchObject({ value, flags });
});

const scored = (scoreA: number, weightA: number, scoreB: number, weightB: number) => ({
  ...{ feedback: "so", scoreA, weightA, scoreB, weightB },
});

test("the response with the higher weighted mean is better, each with its own weights", () => {
  // A: (5·90 + 1·10) / 100 = 4.6; B: (5·10 + 1·90) / 100 = 1.4, although both have the same scores.
  const factors = [
    { factor: 1, ...scored(5, 90, 5, 10) },
    { factor: "Rhyme", ...scored(1, 10, 1, 90) },
  ];
  const [value] = valuesOf("salc.evaluate_relative_weighted", input, { swap: false }, () =>
    JSON.stringify({ factors }),
  );
  expect(value).toMatchObject({ value: "A", flags: [] });
  expect(value?.lines[0]).toContain("Lines: A 5, weight 90; B 5, weight 10. so");
  // The same answer in both orders contradicts itself.
  const [both] = valuesOf("salc.evaluate_relative_weighted", input, {}, () => JSON.stringify({ factors }));
  expect(both).toMatchObject({ value: "tie", flags: ["position_inconsistent"] });
});

test("equal weighted means are a tie, and a missing factor is no answer", () => {
  const even = [
    { factor: 1, ...scored(4, 50, 2, 50) },
    { factor: 2, ...scored(2, 50, 4, 50) },
  ];
  const of = (factors: object[]) =>
    valuesOf("salc.evaluate_relative_weighted", input, { swap: false }, () => JSON.stringify({ factors }));
  expect(of(even)[0]).toMatchObject({ value: "tie", flags: [] });
  expect(of(even.slice(1))[0]).toMatchObject({ value: null, undecided: "parse_failed" });
});

test("means that are equal only when rounded decide", () => {
  // A: (4·200 + 5·1) / 201 = 4.005; B: 4.
  const near = [
    { factor: 1, ...scored(4, 100, 4, 50) },
    { factor: 2, ...scored(5, 0.5, 4, 50) },
  ];
  const [value] = valuesOf("salc.evaluate_relative_weighted", input, { swap: false }, () =>
    JSON.stringify({ factors: near }),
  );
  expect(value).toMatchObject({ value: "A" });
});

test("a judge may score from 1 to 10, and says so in its prompt", () => {
  for (const id of ["salc.evaluate_absolute", "judge.plain_absolute"]) {
    const each = method(id);
    const words = (params: object) =>
      each
        .plan(one, each.params.parse(params), fence)[0]
        ?.messages.map(({ content }) => content)
        .join("\n");
    expect(words({ scale: "1-10" })).toContain("deserves a 10");
    expect(words({ scale: "1-10" })).toContain("one score from 1 to 10");
    expect(words({})).toContain("one score from 1 to 5");
    const score = (params: object) => valuesOf(id, one, params, () => "Feedback: good [RESULT] 9")[0]?.value;
    expect(score({ scale: "1-10" })).toBe(9);
    expect(score({})).toBeNull();
  }
  expect(method("judge.fixed_rubric").params.safeParse({ scale: "1-10" }).success).toBe(false);
});
