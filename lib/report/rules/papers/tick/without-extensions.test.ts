import { expect, test } from "vitest";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import type { Table } from "@/lib/report/schema/table";
import { type PaperLine, paperResult } from "@/lib/report/testing/paper-table";

const TASKS = ["t1", "t2", "t3"];

/** A draft or judgement of each question of each task by a rater who answers by turns. */
const answers = (record: "draft" | "judgement", rater: string, about: object, shift: number): PaperLine[] =>
  TASKS.flatMap((task, n) =>
    [`${task}g`, `${task}h`].flatMap((rubric) =>
      [0, 1].map((at): PaperLine => {
        const value = (n * 2 + at + shift) % 3 === 0 ? "no" : "yes";
        const id = `${rater}${JSON.stringify(about)}${rubric}${at}`;
        return {
          type: record,
          id,
          task,
          response: `${task}r`,
          item: `${rubric}.${at}`,
          rater,
          value,
          ...about,
        };
      }),
    ),
  );

/** Tasks with a checklist of a model and one of people, which people and rules answered. */
const people: PaperLine[] = [
  ...TASKS.flatMap((task): PaperLine[] => [
    { type: "task", id: task, instruction: "Write a word.", tags: [task === "t3" ? "b" : "a"] },
    { type: "response", id: `${task}r`, task, text: "Word" },
    ...["g", "h"].map((author): PaperLine => {
      const by =
        author === "g" ? { origin: "llm", method: "tick.generate", model: "writer" } : { origin: "human" };
      const items = ["Is it short?", "Is it kind?"].map((text, at) => ({
        ...{ id: `${task}${author}.${at}`, text, scale: { type: "yesno" }, category: "Tone" },
      }));
      return { type: "rubric", id: `${task}${author}`, task, kind: "checklist", ...by, items };
    }),
  ]),
  ...["A01", "A02"].flatMap((rater, n) =>
    answers("judgement", rater, { raterKind: "human", exposure: "none" }, n),
  ),
  ...answers("draft", "rules", { raterKind: "rules", method: "offline.verify@1" }, 0),
];

/** A judge's answers by a method, and the overall scores by it. */
const judged = (method: string, shift: number): PaperLine[] => [
  ...answers("draft", "judge", { raterKind: "llm", method }, shift),
  ...TASKS.map(
    (task, n): PaperLine => ({
      ...{
        type: "draft",
        id: `${method}${task}`,
        task,
        response: `${task}r`,
        item: "overall",
        rater: "judge",
      },
      ...{ raterKind: "llm", method, value: n + 1 },
    }),
  ),
];
const batch = [
  ...judged("tick.evaluate_batch", 1),
  ...answers("draft", "judge", { raterKind: "llm", method: "tick.evaluate_batch:structured" }, 2),
];
const ticked = [...people, ...judged("tick.evaluate", 2)];

/** The tables that leave out what was drafted in one call. */
const WRAPPED = ["T3a", "T3b", "F2", "F4", "DRFR", "PR", "B2", "H4", "H4-apart", "proved", "proved-apart"];
const LEFT_OUT = "Left out: 24 answers and 3 overall scores by tick.evaluate_batch";

/** A table of the study with TICK's answers, and of the one with answers in one call as well. */
async function withAndWithout(id: string) {
  const found = [await paperResult("tick", id, ticked), await paperResult("tick", id, [...ticked, ...batch])];
  return found.map((table) => {
    if (isMissing(table)) throw new Error(`${id} is missing: ${table.missing.join("; ")}`);
    return table;
  }) as [Table, Table];
}

test.each(WRAPPED)("answers in one call are in no row of TICK’s %s, which says how many", async (id) => {
  const [without, withBatch] = await withAndWithout(id);
  expect(without.rows).not.toEqual([]);
  expect(withBatch.rows).toEqual(without.rows);
  expect(JSON.stringify(withBatch.rows)).not.toContain("batch");
  expect(without.notes.join()).not.toContain("Left out");
  expect(withBatch.notes).toEqual([...without.notes, expect.stringContaining(LEFT_OUT)]);
});

test("preferences by overall scores of answers in one call are in no row of TICK’s T4", async () => {
  const scored = (method: string, scores: readonly number[]) =>
    scores.map(
      (value, n): PaperLine => ({
        ...{ type: "draft", id: `${method}${n}`, task: "t", response: `r${n}`, item: "overall" },
        ...{ rater: "judge", raterKind: "llm", method, value },
      }),
    );
  const compared: PaperLine[] = [
    { type: "task", id: "t", instruction: "Write." },
    ...[0, 1].map((n): PaperLine => ({ type: "response", id: `r${n}`, task: "t", text: "Written." })),
    {
      ...{ type: "judgement", id: "p", task: "t", pair: ["r0", "r1"], item: "preference", value: "A" },
      ...{ rater: "A01", raterKind: "human", exposure: "none" },
    },
    ...scored("tick.evaluate", [4, 2]),
  ];
  const without = await paperResult("tick", "T4", compared);
  const withBatch = await paperResult("tick", "T4", [...compared, ...scored("tick.evaluate_batch", [2, 4])]);
  if (isMissing(without) || isMissing(withBatch)) throw new Error("the scores prefer");
  expect(without.rows).toHaveLength(1);
  expect(withBatch.rows).toEqual(without.rows);
  expect(withBatch.notes.at(-1)).toContain("Left out: 2 overall scores by");
});

test("lengths of checklists and their likeness know nothing of answers", async () => {
  for (const id of ["T2", "F5"]) {
    const [without, withBatch] = await withAndWithout(id);
    expect(without.rows).not.toEqual([]);
    expect(withBatch).toEqual({ ...without, provenance: withBatch.provenance });
  }
});

test("a study that was answered in one call only was not answered by TICK", async () => {
  const used = (...methods: string[]) =>
    paperById("tick")?.isUsedIn({
      ...{ methods: methods.map((method) => ({ method, condition: null })), preset: null },
      ...{ labels: [], overlap: [] },
    });
  expect(used("tick.evaluate_batch", "tick.evaluate_batch:structured")).toBe(false);
  expect([used("tick.evaluate"), used("tick.evaluate_batch", "tick.direct:structured")]).toEqual([
    true,
    true,
  ]);
  expect(await paperResult("tick", "F2", [...people, ...batch])).toMatchObject({
    missing: expect.arrayContaining([expect.stringContaining("Left out:")]),
  });
});
