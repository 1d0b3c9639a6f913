import { expect, test } from "vitest";
import {
  acknowledge,
  beginSession,
  perform,
  reconcile,
  resolveConflict,
  type Session,
} from "@/lib/review/client/local-document";
import { emptyDocument, fold } from "@/lib/review/rules/apply";
import { isSameChange } from "@/lib/review/rules/operation-conflicts";
import { withhold } from "@/lib/review/rules/reveal";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { make } from "@/lib/review/testing/operations";

const frame: ReviewFrame = {
  steps: [
    {
      type: "judge",
      kind: "checklist",
      exposure: "none",
      items: ["q1", "q2"].map((key) => ({
        key,
        rubric: "c",
        name: null,
        text: `${key}?`,
        scale: { type: "yesno" },
        category: null,
        draft: null,
      })),
    },
  ],
};

let n = 0;
const answer = (item: string, value: "yes" | "no"): Op => ({
  op: `00000000-0000-4000-8000-${String(++n).padStart(12, "0")}`,
  at: "2026-11-20T10:00:00Z",
  type: "answer",
  item,
  value,
});

const look = (): Op => ({
  op: `00000000-0000-4000-8000-${String(++n).padStart(12, "0")}`,
  at: "2026-11-20T10:00:00Z",
  type: "reveal",
  step: 0,
  item: "q1",
});

function performed(session: Session, op: Op): Session {
  const next = perform(session, op);
  if ("refused" in next) throw new Error(next.refused);
  return next;
}

test("an operation shows at once and stays pending until the server has it", () => {
  const op = answer("q1", "yes");
  const before = performed(beginSession(frame, [], []), op);
  expect(before.document.items.q1?.answer).toBe("yes");
  expect(before.pending).toEqual([op]);
  const after = acknowledge(before, [op]);
  expect(after.pending).toEqual([]);
  expect(after.confirmed).toEqual([op]);
});

test("operations that an earlier page left unsent are queued again, once", () => {
  const sent = answer("q1", "yes");
  const unsent = answer("q2", "no");
  const session = beginSession(frame, [sent], [sent, unsent]);
  expect(session.pending).toEqual([unsent]);
  expect(session.document.items.q2?.answer).toBe("no");
});

test("another tab's work on other items merges", () => {
  const mine = answer("q1", "yes");
  const theirs = answer("q2", "no");
  const merged = reconcile(performed(beginSession(frame, [], []), mine), frame, [theirs]);
  expect(merged.conflicts).toEqual([]);
  expect(merged.document.items).toMatchObject({ q1: { answer: "yes" }, q2: { answer: "no" } });
});

test("a value set again is no conflict with this tab's own earlier one, whose response was lost or came with another tab's work", () => {
  const [earlier, later] = [answer("q1", "yes"), answer("q1", "no")];
  const theirs = answer("q2", "no");
  const mine = performed(performed(beginSession(frame, [], []), earlier), later);
  for (const confirmed of [[earlier], [earlier, theirs], [theirs, earlier]]) {
    const merged = reconcile(mine, frame, confirmed);
    expect(merged.conflicts).toEqual([]);
    expect(merged.pending).toEqual([later]);
    expect(merged.document.items.q1?.answer).toBe("no");
  }
  const unsent = beginSession(frame, [earlier, theirs], [earlier, later]);
  expect([unsent.pending, unsent.conflicts]).toEqual([[later], []]);
});

test("two tabs setting one item is a conflict: the saved value shows, and this tab's is not lost", () => {
  const mine = answer("q1", "yes");
  const theirs = answer("q1", "no");
  const merged = reconcile(performed(beginSession(frame, [], []), mine), frame, [theirs]);
  expect(merged.document.items.q1?.answer).toBe("no");
  expect(merged.conflicts).toEqual([{ theirs, mine }]);

  const [conflict] = merged.conflicts;
  if (!conflict) throw new Error("no conflict");
  const again = answer("q1", "yes");
  expect(resolveConflict(merged, conflict, "mine", again).document.items.q1?.answer).toBe("yes");
  expect(resolveConflict(merged, conflict, "theirs", again).document.items.q1?.answer).toBe("no");
  expect(resolveConflict(merged, conflict, "theirs", again).conflicts).toEqual([]);
});

test("two tabs that set one item to the same, in the end, are in no conflict", () => {
  const [theirs, other, same] = [answer("q1", "no"), answer("q1", "yes"), answer("q1", "no")];
  const here = performed(beginSession(frame, [], []), other);
  const merged = reconcile(performed(here, same), frame, [theirs]);
  expect([merged.conflicts, merged.pending, merged.document.items.q1?.answer]).toEqual([[], [], "no"]);
  expect(reconcile(performed(performed(merged, other), same), frame, [theirs]).conflicts).toEqual([]);

  const removed = (code: string) =>
    make({ type: "decide", target: { item: "q1" }, action: "remove", reason: { code } });
  expect(isSameChange(removed("duplicate"), removed("duplicate"))).toBe(true);
  expect(isSameChange(removed("duplicate"), removed("ambiguous"))).toBe(false);
});

test("a draft revealed in both tabs is no conflict; an own value that the other tab has not seen is one", () => {
  const step = frame.steps[0];
  if (step?.type !== "judge") throw new Error("the frame judges");
  const draft = { id: "d", by: "m", value: "yes", lines: [], first: 0, scoreLine: null };
  const items = step.items.map((item) => ({ ...item, draft }));
  const whole: ReviewFrame = { steps: [{ ...step, exposure: "on-request", items }] };
  const page = withhold(whole, emptyDocument());
  const theirs = look();
  const seen = withhold(whole, fold(whole, [theirs]));

  const both = reconcile(performed(beginSession(page, [], []), look()), seen, [theirs]);
  expect([both.pending, both.conflicts]).toEqual([[], []]);
  const mine = answer("q1", "no");
  const alone = reconcile(performed(beginSession(page, [], []), mine), seen, [theirs]);
  expect(alone.conflicts).toEqual([{ theirs, mine }]);
});

test("an own value and a reveal that an earlier page left unsent are replayed in order", () => {
  const step = frame.steps[0];
  if (step?.type !== "judge") throw new Error("the frame judges");
  const items = step.items.map((item) => ({ ...item, withheld: true as const }));
  const page: ReviewFrame = { steps: [{ ...step, exposure: "judge-then-reveal", items }] };
  const session = beginSession(page, [], [answer("q1", "no"), look()]);
  expect(session.pending).toHaveLength(2);
  expect(session.document.items.q1).toMatchObject({ answer: null, revealed: { initial: "no" } });
});
