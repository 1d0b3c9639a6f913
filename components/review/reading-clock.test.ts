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

test("a text that was never on the screen does not count as read", () => {
  const clock = new ReadingClock();
  watch(clock, ["line:0:C1"], 0, 60_000);
  expect(clock.left(texts, 60_000)).toBeNull();
});

test("texts count as read one after the other, even when several are on the screen", () => {
  const clock = new ReadingClock();
  watch(clock, ["line:0:C1", "line:1:C1"], 0, 2000);
  expect(clock.left(texts, 2000)).toBe(1000);
  watch(clock, ["line:0:C1", "line:1:C1"], 2000, 3000);
  expect(clock.left(texts, 3000)).toBe(0);
});

test("each text must be on the screen for its own reading time", () => {
  const clock = new ReadingClock();
  watch(clock, ["line:0:C1"], 0, 10_000);
  watch(clock, ["line:1:C1"], 10_000, 10_500);
  expect(clock.left(texts, 10_500)).toBe(500);
});

test("reading time spent on an accepted text counts once, and a text needs it only once", () => {
  const clock = new ReadingClock();
  const other = [{ id: "item:c1", takes: 3000 }];
  watch(clock, ["line:0:C1", "line:1:C1", "item:c1"], 0, 3000);
  expect(clock.left(texts, 3000)).toBe(0);
  clock.agree(texts);
  expect(clock.left(other, 3000)).toBe(3000);
  expect(clock.left(texts, 3000)).toBe(0);
});

test("after the computer has slept, at most one second counts as reading", () => {
  const clock = new ReadingClock();
  clock.see(["line:0:C1", "line:1:C1"], 0, 3_600_000);
  expect(clock.left(texts, 3_600_000)).toBe(2000);
});
