import { expect, test } from "vitest";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { method, one } from "@/lib/drafting/testing/inputs";
import { simulate } from "@/lib/drafting/testing/simulate";

const task = { ...one, responses: [], items: [] };
const said = (plan: string, text: string) => `Plan: ${plan}\nAnswer:\n${text}`;

test("GPTOUT writes one output, with its plan in the trace", () => {
  const { calls, drafted } = simulate(method("curation.gptout"), task, {}, () =>
    said("No rhyme.", "Rain is wet.\nIt falls."),
  );
  expect(calls).toHaveLength(1);
  expect(drafted.responses).toMatchObject([
    {
      text: "Rain is wet.\nIt falls.",
      role: "answer",
      isFinal: true,
      temperature: 0.7,
      trace: { plan: "No rhyme." },
    },
  ]);
});

test("GPTINST answers the instruction that the model made up, not the task's", () => {
  const { calls, drafted } = simulate(method("curation.gptinst"), task, {}, ({ key }) =>
    key === "instruction" ? said("Snow, not rain.", "Write a two-line rhyme about snow.") : "Snow, snow.",
  );
  expect(calls.map(({ plan }) => plan.key)).toEqual(["instruction", "output"]);
  expect(calls[1]?.plan.messages).toEqual([{ role: "user", content: "Write a two-line rhyme about snow." }]);
  expect(drafted.responses).toMatchObject([
    {
      text: "Snow, snow.",
      trace: { plan: "Snow, not rain.\n\nIt answers: Write a two-line rhyme about snow." },
    },
  ]);
});

test("an unreadable answer gives no output", () => {
  for (const id of [
    "curation.gptout",
    "curation.gptinst",
    "curation.gptout:structured",
    "curation.gptinst:structured",
  ]) {
    const { drafted, calls } = simulate(method(id), task, {}, () => "I would rather not.");
    expect([id, drafted.responses, drafted.undecided, calls.length]).toEqual([
      id,
      undefined,
      "parse_failed",
      1,
    ]);
  }
  const { drafted } = simulate(method("curation.gptinst"), task, {}, ({ key }) =>
    key === "instruction" ? said("p", "Write.") : "",
  );
  expect(drafted).toEqual({ values: [], undecided: "parse_failed" });
});

test.each([
  "curation.gptout",
  "curation.gptinst",
  "curation.gptout:structured",
  "curation.gptinst:structured",
])("%s takes no hostile answer for an output unless it has the form asked for", (id) => {
  for (const text of hostileTexts) {
    const { drafted, calls } = simulate(method(id), { ...task, instruction: text }, {}, () => text);
    expect([text, drafted.responses ?? [], calls.length]).toEqual([text, [], 1]);
  }
});

test.each(["curation.gptout", "curation.gptinst"])("%s says how many calls it makes at most", (id) => {
  const { most, later, plan, params } = method(id);
  const parsed = params.parse({});
  const first = plan(task, parsed, () => "abcdef").length;
  const rest = later?.(parsed, task).reduce((sum, { calls }) => sum + calls, 0) ?? 0;
  expect(most(task, parsed)).toBe(first + rest);
});
