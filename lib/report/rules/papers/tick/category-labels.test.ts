import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { CAPABILITIES } from "@/lib/protocol/rules/capabilities";
import { withReport } from "@/lib/report/computation/report-on-study";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import { labelAccuracy } from "@/lib/report/rules/papers/tick/category-labels";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { ModelLabelling } from "@/lib/report/schema/paper-table";

const NAMES = ["Tone", "Length", "Style"];

/** Two tasks of two tags with a question each, that two people labelled; and what a model said of them, and before. */
async function t7(
  people: readonly (readonly string[])[][],
  model: readonly (readonly string[])[],
  categories = NAMES,
  before: readonly (readonly string[])[] = [],
  offered = NAMES,
) {
  const reader = new StudyDataReader();
  reader.add({ type: "study", version: 1, name: "Labels" });
  for (const n of people.keys()) {
    reader.add({
      type: "task",
      id: `t${n}`,
      instruction: "Write.",
      tags: [n === 0 ? "internal" : "infobench"],
    });
  }
  const labellings = people.flatMap((given, n) =>
    given.map((labels, rater) => ({
      ...{
        question: "capabilities",
        unit: `u${n}`,
        item: `i${n}`,
        task: `t${n}`,
        arm: "A",
        rater: `A0${rater}`,
      },
      ...{ exposure: "none" as const, initial: undefined, labels: [...labels] },
    })),
  );
  const question = { question: "capabilities", text: "Which?", labels: offered, several: true };
  const study = { ...reader.finish(), labels: { questions: [question], labellings, setAside: 0 } };
  const modelLabels = [before, model].flatMap((run) =>
    run.map(
      (labels, n): ModelLabelling => ({
        ...{ task: `t${n}`, item: `i${n}`, model: "gpt", method: "tick.categorise", condition: "v1" },
        ...{ categories, labels },
      }),
    ),
  );
  const options = { replicates: 0, seed: 42 };
  const paper = paperById("tick");
  const table = paper?.tables.find(({ id }) => id === "T7");
  const source = paper && (await withReport(paper, { study, options, modelLabels, published: true }));
  const result = source && table?.of(source);
  if (!result) throw new Error("there is a table 7");
  return result;
}

const both = (labels: readonly string[]) => [labels, labels];

test("T7: precision, recall and F1 of each question, and their means by tag", async () => {
  // Two of three right and one of two found; then all right.
  const result = await t7(
    [both(["Tone"]), both(["Tone", "Length"])],
    [
      ["Tone", "Length", "Style"],
      ["Tone", "Length"],
    ],
  );
  if (isMissing(result)) throw new Error("there is a table");
  const [all, infobench, internal, first, second] = result.rows;
  expect(internal).toMatchObject({ dataset: "internal", precision: 1 / 3, recall: 1, f1: 0.5, items: 1 });
  expect(infobench).toMatchObject({ dataset: "infobench", precision: 1, recall: 1, f1: 1 });
  expect(all).toMatchObject({ dataset: "all", precision: 2 / 3, recall: 1, f1: 0.75, items: 2 });
  expect(all?.pooled).toBeCloseTo((2 * 3) / (5 + 3), 12);
  expect(first).toMatchObject({ source: "paper", precision: 0.687, recall: 0.708, f1: 0.68 });
  expect(second).toMatchObject({ source: "paper", precision: 0.824, recall: 0.819, f1: 0.793 });
});

test("T7: a single tag has no row beside that of all questions", async () => {
  const result = await t7([both(["Tone"])], [["Tone"]]);
  if (isMissing(result)) throw new Error("there is a table");
  const own = result.rows.filter(({ source }) => source === "this study");
  expect(own).toMatchObject([{ dataset: "all", items: 1 }]);
});

test("T7 takes the labels that all people gave; a question without one is left out, and so is a run with another list", async () => {
  const divided = await t7(
    [
      [["Tone", "Length"], ["Tone", "Style"], ["Tone"]],
      [["Tone"], ["Tone"], ["Length"]],
    ],
    [["Tone"], ["Tone"]],
  );
  if (isMissing(divided)) throw new Error("there is a table");
  const [all, internal] = divided.rows;
  // Length and Style have one vote each; of the second question nothing is common to all three.
  expect(all).toMatchObject({ precision: 1, recall: 1, f1: 1, pooled: 1, items: 1, divided: 1 });
  expect(internal).toMatchObject({ dataset: "internal", items: 1, divided: 0 });
  expect(divided.rows.map(({ dataset }) => dataset)).not.toContain("infobench");
  expect(await t7([[["Tone"], ["Length"]]], [["Tone"]])).toMatchObject({
    missing: [expect.stringContaining("have some in common")],
  });
  expect(await t7([both(["Tone"])], [["Mood"]], ["Mood", "Manner"])).toMatchObject({
    missing: [expect.stringContaining("with the same categories"), expect.any(String)],
  });
});

test("T7 compares a run with labels of a list that has more, and leaves out questions with a label the run could not give", async () => {
  const more = await t7(
    [both(["Tone"]), both(["Tone", "Other"]), both(["Other"])],
    [["Tone"], ["Tone"], ["Length"]],
    NAMES,
    [],
    [...NAMES, "Other"],
  );
  if (isMissing(more)) throw new Error("the run's list is among the labels");
  expect(more.rows[0]).toMatchObject({ dataset: "all", items: 1, divided: 2, precision: 1, recall: 1 });
  expect(more.notes.join()).not.toContain("other lists");
  // A part of the run's list, of which people could choose another label too, and did not.
  const given = await t7([both(["Tone"])], [["Tone"]], NAMES, [], ["Tone", "Other"]);
  expect(given).toMatchObject({ rows: expect.arrayContaining([expect.objectContaining({ items: 1 })]) });
});

test("T7 takes a batch's own list of capabilities as it is, rather than TICK's", async () => {
  const people = [both(["Tone"]), both(["Merry"])];
  const model = [["Tone"], ["Length"]];
  const capabilities = Object.keys(CAPABILITIES);
  const edited = await t7(people, model, capabilities, [], ["Tone", "Merry"]);
  expect(edited).toMatchObject({ missing: [expect.any(String), expect.stringContaining("other lists")] });
  const whole = await t7(people, model, capabilities, [], [...capabilities, "Merry"]);
  if (isMissing(whole)) throw new Error("people could choose each of TICK's labels");
  expect(whole.rows[0]).toMatchObject({ dataset: "all", items: 1, divided: 1 });
});

test("T7 that is missing names labels of other lists, where a run labelled", async () => {
  const other = "People’s labels of other lists, which are not used: capabilities";
  const mood = await t7([both(["Tone"])], [["Mood"]], ["Mood", "Manner"]);
  expect(mood).toMatchObject({ missing: [expect.any(String), other] });
  expect(await t7([both(["Tone"])], [])).toMatchObject({ missing: [expect.any(String)] });
  expect(await t7([[["Tone"], ["Length"]]], [["Tone"]])).toMatchObject({ missing: [expect.any(String)] });
});

test("T7 compares the newest labels of a question that a model labelled again", async () => {
  const twice = await t7([both(["Tone"])], [["Tone"]], NAMES, [["Length"]]);
  if (isMissing(twice)) throw new Error("there is a table");
  expect(twice.rows[0]).toMatchObject({ dataset: "all", items: 1, precision: 1, recall: 1 });
});

const sets = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 });

property.prop([sets, sets])(
  "F1 is the harmonic mean of precision and recall, and turns round with them",
  (a, b) => {
    const { precision, recall, f1 } = labelAccuracy(a, b);
    const other = labelAccuracy(b, a);
    expect([other.precision, other.recall, other.f1]).toEqual([recall, precision, f1]);
    if (precision + recall > 0) expect(f1).toBeCloseTo((2 * precision * recall) / (precision + recall), 12);
    else expect(f1).toBe(0);
  },
);
