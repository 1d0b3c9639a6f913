import { expect, test } from "vitest";
import { SignalCounter } from "@/lib/review/client/signal-counter";

test("pastes are counted with their characters, and absences when they end, once each", () => {
  let now = 0;
  const counter = new SignalCounter(() => now);
  expect(counter.take()).toBeNull();
  counter.paste("two words");
  counter.paste("😀é");
  counter.show(false);
  now = 1_500;
  expect(counter.take()).toEqual({ pastes: 2, pastedCharacters: 11, timesAway: 0, awayMs: 0 });
  // Hiding the page fires more than one event.
  counter.show(false);
  now = 4_000;
  counter.show(true);
  counter.show(true);
  expect(counter.take()).toEqual({ pastes: 0, pastedCharacters: 0, timesAway: 1, awayMs: 4_000 });
  expect(counter.take()).toBeNull();
});
