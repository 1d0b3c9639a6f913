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

test("the reference stands in every prompt that promises one", () => {
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
