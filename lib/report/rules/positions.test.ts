import { expect, test } from "vitest";
import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { StudyDataReader } from "./study-data";

type Line = { type: StudyRecord["type"]; [field: string]: unknown };

const OPTIONS = { replicates: 100, seed: 42 };

function reading() {
  const reader = new StudyDataReader();
  const add = (record: Line) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Positions" });
  return { reader, add };
}

test("a preference for the left side is distinguished from one for a response", async () => {
  const { reader, add } = reading();
  for (let n = 0; n < 8; n++) {
    const [a, b] = [`a${n}`, `b${n}`];
    add({ type: "task", id: `t${n}`, instruction: "…" });
    for (const id of [a, b]) add({ type: "response", id, task: `t${n}`, text: "…" });
    const left = n % 2 === 0 ? a : b;
    const about = { type: "judgement", task: `t${n}`, item: "preference", pair: [a, b], raterKind: "human" };
    const shown = { exposure: "none", metadata: { left } };
    // One always takes the left one, one always the first of the pair, one neither; of one the sides are unknown.
    const habit = left === a ? 1 : 5;
    add({ ...about, ...shown, id: `h${n}`, rater: "Habit", value: habit } as Line);
    add({ ...about, ...shown, id: `t${n}`, rater: "Taste", value: "A" } as Line);
    add({ ...about, ...shown, id: `n${n}`, rater: "None", value: "tie" } as Line);
    add({ ...about, exposure: "none", id: `u${n}`, rater: "Unknown", value: "A" } as Line);
  }
  const { sides } = await reportOf(reader.finish(), OPTIONS);
  expect(
    sides.map(({ rater, left, right, ties, leftShare }) => [rater, left, right, ties, leftShare]),
  ).toEqual([
    [null, 12, 4, 8, 0.75],
    ["Habit", 8, 0, 0, 1],
    ["None", 0, 0, 8, null],
    ["Taste", 4, 4, 0, 0.5],
  ]);
  expect(sides[2]).toMatchObject({ ci: null, reason: "none-qualify" });
});

test("time and adopted drafts are listed by position in the session", async () => {
  const { reader, add } = reading();
  const scale = { type: "points", min: 1, max: 5 };
  add({ type: "rubric", id: "c", task: null, kind: "criteria", items: [{ id: "C", text: "…", scale }] });
  for (let n = 0; n < 10; n++) {
    const about = { task: `t${n}`, response: `r${n}`, item: "C" };
    add({ type: "task", id: `t${n}`, instruction: "…" });
    add({ type: "response", id: `r${n}`, task: `t${n}`, text: "…" });
    add({ type: "draft", id: `d${n}`, ...about, rater: "m", raterKind: "llm", value: 4 });
    add({
      ...{ type: "judgement", id: `j${n}`, ...about, rater: "A", raterKind: "human", draft: `d${n}` },
      ...{ exposure: "draft-first", value: n < 5 ? 2 : 4, activeMs: n < 5 ? 20_000 : 5_000 },
      submittedAt: `2026-11-23T10:0${n}:00.000Z`,
    });
  }
  const rows = (await reportOf(reader.finish(), OPTIONS)).positionWork;
  expect(
    rows.map(({ position, judgements, medianSeconds, acceptedShare }) => [
      position,
      judgements,
      medianSeconds,
      acceptedShare,
    ]),
  ).toEqual([
    ["1-5", 5, 20, 0],
    ["6-10", 5, 5, 1],
  ]);
});

test("without sides and times there are no rows", async () => {
  const { reader, add } = reading();
  add({ type: "task", id: "t", instruction: "…" });
  const report = await reportOf(reader.finish(), OPTIONS);
  expect(report.sides).toEqual([]);
  expect(report.positionWork).toEqual([]);
});
