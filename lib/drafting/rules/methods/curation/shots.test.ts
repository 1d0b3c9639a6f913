import { expect, test } from "vitest";
import { additions } from "@/lib/drafting/rules/addition-problems";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { method } from "@/lib/drafting/testing/inputs";
import { simulate } from "@/lib/drafting/testing/simulate";

const [problem] = additions(9, 1, 7);
const task = {
  instruction: problem?.question ?? "",
  reference: problem?.sum ?? "",
  responses: [],
  items: [],
};
const shots = (right: readonly number[], unread = -1) =>
  simulate(method("curation.shots"), task, {}, ({ key }) => {
    const count = Number(key.split(":")[1]);
    if (count === unread) return "I do not know.";
    return `Step by step.\nAnswer: ${right.includes(count) ? task.reference : "1"}`;
  });

test("a problem that is solved with 16 examples only gives the solution and the attempt without any", () => {
  const { calls, drafted } = shots([16]);
  expect(calls.map(({ plan }) => plan.messages.length).sort((a, b) => a - b)).toEqual([1, 3, 5, 9, 33]);
  expect(drafted.responses?.map(({ text, sample }) => [text, sample])).toEqual([
    [`Step by step.\nAnswer: ${task.reference}`, 0],
    ["Step by step.\nAnswer: 1", 1],
  ]);
});

test("no example is the problem itself", () => {
  for (const { question } of additions(9, 16, 42)) {
    const { calls } = simulate(
      method("curation.shots"),
      { ...task, instruction: question },
      {},
      () => "Answer: 1",
    );
    for (const { plan } of calls)
      expect(plan.messages.filter(({ content }) => content.includes(question))).toHaveLength(1);
  }
});

test.each([
  [[], "not_separated"],
  [[16, 2], "not_separated"],
  [[0, 1, 2, 4, 16], "not_separated"],
])("solved with %j examples: %s", (right, why) => {
  expect(shots(right).drafted).toEqual({ values: [], undecided: why });
});

test("an answer that cannot be read is no failure of the problem", () => {
  expect(shots([16], 1).drafted).toEqual({ values: [], undecided: "parse_failed" });
  for (const text of hostileTexts) {
    const { drafted } = simulate(method("curation.shots"), { ...task, instruction: text }, {}, () => text);
    expect([text, drafted.responses ?? []]).toEqual([text, []]);
  }
});

test("the vector is that of instruction and input; without an embedding model there is none", () => {
  const reduced = method("curation.embed").reduce(
    [],
    { ...task, instruction: "Sum up.", input: "Rain." },
    {},
    () => "",
  );
  if (!("embed" in reduced)) throw new Error("nothing to embed");
  expect(reduced.embed).toEqual(["Sum up.\n\nRain."]);
  expect(reduced.finish([[1, 2]])).toEqual({ values: [], vector: [1, 2] });
  expect(reduced.finish(null)).toMatchObject({ undecided: "not_run" });
});
