import { expect, test } from "vitest";
import { FocusClock, IDLE_AFTER_MS } from "@/lib/review/client/active-time";

function started() {
  let now = 1000;
  const clock = new FocusClock(() => now);
  return { clock, pass: (ms: number) => (now += ms) };
}

test("time counts for the item that has the focus", () => {
  const { clock, pass } = started();
  clock.focus("q1");
  pass(2000);
  clock.focus("q2");
  clock.stir();
  pass(500);
  expect(clock.take()).toEqual([
    { on: "q1", activeMs: 2000, idleMs: 0 },
    { on: "q2", activeMs: 500, idleMs: 0 },
  ]);
  expect(clock.take()).toEqual([]);
});

test("without input, time becomes idle", () => {
  const { clock, pass } = started();
  clock.focus("q1");
  clock.stir();
  pass(IDLE_AFTER_MS + 4000);
  expect(clock.take()).toEqual([{ on: "q1", activeMs: IDLE_AFTER_MS, idleMs: 4000 }]);
  pass(1000);
  clock.stir();
  pass(1000);
  expect(clock.take()).toEqual([{ on: "q1", activeMs: 1000, idleMs: 1000 }]);
});

test("a paused clock counts nothing, also when the page is shown again meanwhile", () => {
  const { clock, pass } = started();
  clock.focus("q1");
  pass(100);
  clock.pause(true);
  pass(5000);
  clock.show(false);
  clock.show(true);
  pass(5000);
  clock.pause(false);
  pass(200);
  expect(clock.take()).toEqual([{ on: "q1", activeMs: 300, idleMs: 0 }]);
});

test("a hidden page and a page without focus count nothing", () => {
  const { clock, pass } = started();
  pass(5000);
  clock.focus("q1");
  clock.show(false);
  pass(60_000);
  clock.show(true);
  pass(100);
  expect(clock.take()).toEqual([{ on: "q1", activeMs: 100, idleMs: 0 }]);
});
