import { expect, test } from "vitest";
import type { ReportPlanted } from "@/lib/quality/schema";
import { detectionOf } from "@/lib/report/rules/planted";

const row = (change: Partial<ReportPlanted>): ReportPlanted => ({
  kind: "verdict",
  arm: "A",
  rater: "P1",
  task: "t1",
  planted: 0,
  detected: 0,
  left: 0,
  overruled: 0,
  ...change,
});

const options = { replicates: 200, seed: 1 };

test("detection rates pool the planted errors that were seen, over all annotators, by arm and by annotator", () => {
  const rows = detectionOf(
    [
      row({ planted: 2, detected: 2, left: 6, overruled: 1 }),
      row({ task: "t2", planted: 1, detected: 0, left: 2 }),
      row({ task: "t2", arm: "B", rater: "P2", planted: 1, detected: 0, left: 2, overruled: 1 }),
      row({ task: "t3", arm: "B", rater: "P3", left: 4, overruled: 0 }),
    ],
    options,
  );
  const of = ({ by, group, detection, planted, falseAlarm, left }: (typeof rows)[number]) =>
    [by, group, detection, planted, falseAlarm, left] as const;
  expect(rows.map(of)).toEqual([
    ["all", null, 2 / 4, 4, 2 / 14, 14],
    ["arm", "A", 2 / 3, 3, 1 / 8, 8],
    ["arm", "B", 0, 1, 1 / 6, 6],
    ["rater", "P1", 2 / 3, 3, 1 / 8, 8],
    ["rater", "P2", 0, 1, 1 / 2, 2],
    ["rater", "P3", null, 0, 0, 4],
  ]);
  expect(rows.at(-1)?.detectionReason).toBe("none-qualify");
  // Intervals are over tasks: three give none.
  expect(rows[0]?.detectionCi).toBeNull();
  expect(rows[4]?.detectionCi).toBeNull();
  expect(rows[0]?.tasks).toBe(3);
});

test("a kind of error that was not planted has no rows", () => {
  const [first, ...others] = detectionOf(
    [row({ kind: "item", planted: 1, detected: 1 }), row({ left: 3 })],
    options,
  );
  expect(first).toMatchObject({ kind: "item", by: "all", detection: 1, falseAlarm: null });
  expect(others.every(({ kind }) => kind === "item")).toBe(true);
});

test("detection rates do not depend on the order of rows", () => {
  const rows = [row({ planted: 1, detected: 1 }), row({ task: "t2", planted: 3, detected: 1, left: 2 })];
  expect(detectionOf([...rows].reverse(), options)).toEqual(detectionOf(rows, options));
});
