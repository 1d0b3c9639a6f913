import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { cannotBeSent, enteredIn } from "@/lib/review/rules/unsent-work";
import type { Op } from "@/lib/review/schema/operation";

type Unstamped = Op extends infer One ? (One extends Op ? Omit<One, "op" | "at"> : never) : never;
const op = (operation: Unstamped) =>
  ({ op: randomUUID(), at: "2026-11-27T10:00:00.000Z", ...operation }) as Op;

test("unsent work lists the last version of each text and the number of other choices", () => {
  const added = randomUUID();
  const target = { rubric: "r" };
  const kept = op({ type: "score", value: 4 });
  expect(
    enteredIn([
      op({ type: "add", target, as: added, text: "Does it" }),
      op({ type: "add", target, as: added, text: "Does it name a source?" }),
      op({ type: "decide", target: { item: "i" }, action: "revise", text: "Is it brief?" }),
      op({ type: "answer", item: "i", value: "yes" }),
      op({ type: "answer", item: "i", value: "no" }),
      kept,
      op({ type: "undo", of: kept.op }),
      op({ type: "note", text: "  " }),
      op({ type: "time", spent: [{ on: "i", activeMs: 10, idleMs: 0 }] }),
      op({ type: "reveal", step: 0 }),
    ]),
  ).toEqual({ texts: ["Does it name a source?", "Is it brief?"], choices: 2 });
});

test("work is listed unless it is sent by itself: the assignment is open or reserved, and its batch goes on", () => {
  type View = Parameters<typeof cannotBeSent>[0];
  const view = (state: "open" | "reserved" | "expired" | "submitted" | "skipped", batchState = "open") =>
    ({ state, batch: { projectArchived: false, state: batchState } }) as unknown as View;
  const sent = [view("open"), view("reserved"), view("open", "paused")];
  expect(sent.map(cannotBeSent)).toEqual([false, false, false]);
  const listed = [null, view("submitted"), view("skipped"), view("expired"), view("open", "closed")];
  expect(listed.map(cannotBeSent)).toEqual([true, true, true, true, true]);
});
