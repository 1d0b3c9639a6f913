import { expect, test } from "vitest";
import { input, method, one, valuesOf } from "@/lib/drafting/testing/inputs";
import { simulate } from "@/lib/drafting/testing/simulate";

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
