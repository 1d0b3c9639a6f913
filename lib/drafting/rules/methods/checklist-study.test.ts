import { expect, test } from "vitest";
import { input, method, one, valuesOf } from "@/lib/drafting/testing/inputs";
import { fence, simulate } from "@/lib/drafting/testing/simulate";

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

test("self-refinement reads the items after the heading, not the old ones", () => {
  const { drafted, calls } = simulate(method("clstudy.generate.self_refine"), one, {}, ({ key }) =>
    key === "baseline"
      ? items(3)
      : "Feedback:\n- [[Is it number 0?]] - [2]\n\nRefined Checklist:\n- [[Is it new?]]\n- [[Is it kind?]]",
  );
  expect(drafted.rubric?.items.map(({ text }) => text)).toEqual(["Is it new?", "Is it kind?"]);
  expect(calls[1]?.plan.messages.at(-1)?.content).toContain("3. Is it number 2?");
});

test("the critique of self-refinement, also as ratings, is stored with the checklist", () => {
  const feedback = "- Is it number 0? - [2]: too vague,\n  and long\n- [[Is it number 1?]] - [5]: fine";
  const refined = (answer: string) =>
    simulate(method("clstudy.generate.self_refine"), one, {}, ({ key }) =>
      key === "baseline" ? items(2) : answer,
    ).drafted.rubric;
  const ratings = [
    { question: "Is it number 0?", rating: 2, feedback: "too vague, and long" },
    { question: "Is it number 1?", rating: 5, feedback: "fine" },
  ];
  expect(refined(`Feedback:\n${feedback}\nRefined Checklist:\n- [[Is it new?]]`)).toMatchObject({
    items: [{ text: "Is it new?" }],
    rationale: `Feedback:\n${feedback}`,
    ratings,
  });
  expect(refined("Refined Checklist:\n- [[Is it new?]]")).not.toHaveProperty("ratings");
  const asJson = simulate(method("clstudy.generate.self_refine:structured"), one, {}, ({ key }) =>
    JSON.stringify(
      key === "baseline"
        ? { analysis: "seen", questions: ["Is it number 0?", "Is it number 1?"] }
        : { feedback: ratings, questions: ["Is it new?"] },
    ),
  );
  expect(asJson.drafted.rubric?.ratings).toEqual(ratings);
});

test("the policy ticking uses TICK's prompt, in the study's format", () => {
  const promptOf = (id: string, params = {}) =>
    method(id)
      .plan(one, method(id).params.parse(params), fence)
      .map(({ messages }) => messages.at(-1)?.content ?? "")
      .join();
  const ticking = promptOf("clstudy.generate.ticking");
  const [asked, format] = ticking.split("questions are enough.");
  expect(asked).toBe(promptOf("tick.generate", { examples: false }).split("questions are enough.")[0]);
  expect(asked).toContain("generally sensible");
  expect(asked).toContain("yes is the good answer");
  expect(format).toContain("[[");
  expect(ticking).not.toContain("Two examples");
  expect(promptOf("clstudy.generate.baseline")).not.toContain("generally sensible");
});

test("after a failed baseline there is no second call", () => {
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

test("a wrong number of answers is dropped, and the vote is used", () => {
  const values = valuesOf("clstudy.direct.checklist", one, { n: 2 }, ({ sampleIndex }) =>
    JSON.stringify({ checklist: sampleIndex === 0 ? { "1": "yes" } : { "1": "no", "2": "no" }, rating: 4 }),
  );
  expect(values.map(({ value }) => value)).toEqual(["no", "no", 4]);
  expect(values.at(-1)?.flags).toEqual(["wrong_arity"]);
});

test("a sample that lacks answers about one response is compared on neither", () => {
  const { drafted } = simulate(method("clstudy.pairwise.checklist"), input, { n: 2 }, ({ sampleIndex }) =>
    JSON.stringify({
      checklist: {
        response_1: { "1": "yes", "2": sampleIndex === 0 ? "yes" : "no" },
        response_2: sampleIndex === 0 ? { "1": "no" } : { "1": "no", "2": "yes" },
      },
      judge: sampleIndex === 0 ? 1 : 2,
    }),
  );
  const byTarget = drafted.values.map(({ target, response, value }) => [
    typeof target === "object" ? `${target.item} ${response}` : target,
    value,
  ]);
  // The second sample sees them the other way round, and is the only one that counts but for its vote.
  expect(byTarget).toEqual([
    ["q1 r1", "no"],
    ["q2 r1", "yes"],
    ["q1 r2", "yes"],
    ["q2 r2", "no"],
    ["preference", "A"],
  ]);
  expect(drafted.values.at(-1)?.flags).toEqual(["wrong_arity"]);
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

test("a rating in quotation marks is one, as the number of a response is", () => {
  for (const id of ["clstudy.direct.none", "clstudy.direct.none:structured"])
    expect(valuesOf(id, one, { n: 1 }, () => '{"reason": "so", "rating": "4"}')).toMatchObject([
      { value: 4, votes: [4] },
    ]);
});

test("no more questions are asked for than a checklist keeps", () => {
  const { calls, drafted } = simulate(method("clstudy.generate.length_1.5"), one, {}, ({ key }) =>
    items(key === "baseline" ? 25 : 30),
  );
  expect(calls.at(-1)?.plan.messages.at(-1)?.content).toContain("exactly 30 questions");
  expect(drafted.rubric?.items).toHaveLength(30);
  expect(drafted.rubric?.flags).not.toContain("length_mismatch");
});
