import { expect, test } from "vitest";
import { ReadingClock } from "./reading-clock";

/** Samples the screen four times a second, over a period. */
function watch(clock: ReadingClock, ids: string[], from: number, to: number) {
  for (let at = from; at < to; at += 250) clock.see(ids, at, at + 250);
}

const texts = [
  { id: "line:0:C1", takes: 2000 },
  { id: "line:1:C1", takes: 1000 },
];

test("nothing was read that was never on the screen", () => {
  const clock = new ReadingClock();
  watch(clock, ["line:0:C1"], 0, 60_000);
  expect(clock.left(texts, 60_000)).toBeNull();
});

test("everything is read one after the other, however much of it is on the screen at a time", () => {
  const clock = new ReadingClock();
  watch(clock, ["line:0:C1", "line:1:C1"], 0, 2000);
  expect(clock.left(texts, 2000)).toBe(1000);
  watch(clock, ["line:0:C1", "line:1:C1"], 2000, 3000);
  expect(clock.left(texts, 3000)).toBe(0);
});

test("each has to be there for as long as reading it takes itself", () => {
  const clock = new ReadingClock();
  watch(clock, ["line:0:C1"], 0, 10_000);
  watch(clock, ["line:1:C1"], 10_000, 10_500);
  expect(clock.left(texts, 10_500)).toBe(500);
});

test("what was agreed with before is not read in the same time again, and reading it once is enough", () => {
  const clock = new ReadingClock();
  const other = [{ id: "item:c1", takes: 3000 }];
  watch(clock, ["line:0:C1", "line:1:C1", "item:c1"], 0, 3000);
  expect(clock.left(texts, 3000)).toBe(0);
  clock.agree(texts);
  expect(clock.left(other, 3000)).toBe(3000);
  expect(clock.left(texts, 3000)).toBe(0);
});

test("a machine that slept has read for a second at most", () => {
  const clock = new ReadingClock();
  clock.see(["line:0:C1", "line:1:C1"], 0, 3_600_000);
  expect(clock.left(texts, 3_600_000)).toBe(2000);
});
