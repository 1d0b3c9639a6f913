import { expect, test } from "vitest";
import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import { canBeGiven, scaleUpTo, withMeaning } from "@/lib/review/rules/point-scale";
import { project } from "@/lib/review/rules/projection";
import { revision } from "@/lib/review/rules/revision";
import { itemState } from "@/lib/review/rules/selectors";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { make, refusal } from "@/lib/review/testing/operations";

const FIVE = { type: "points" as const, min: 1, max: 5, labels: { "1": "poor", "5": "excellent" } };
const THREE = { type: "points" as const, min: 1, max: 3, labels: { "1": "no", "3": "yes" } };
const drafted = { text: "Is it clear?", scale: FIVE };

const frame: ReviewFrame = {
  steps: [
    {
      type: "rubric",
      kind: "criteria",
      exposure: "draft-first",
      rubrics: [
        {
          key: "r",
          by: "a drafter",
          items: [{ key: "k", rubric: "r", name: "Clarity", category: null, draft: null, ...drafted }],
        },
      ],
    },
  ],
};
const target = { item: "k" };
const revise = (more: object) => ({ type: "decide", target, action: "revise", text: drafted.text, ...more });

function after(...ops: object[]): ReviewDocument {
  return ops.reduce<ReviewDocument>((document, op) => {
    const next = apply(frame, document, make(op));
    if (isRefused(next)) throw new Error(next.refused);
    return next;
  }, emptyDocument());
}

test("a criterion gets another scale with its words as they are, and the decision has it", () => {
  const { decisions } = project(frame, after(revise({ scale: THREE })));
  expect(decisions).toMatchObject([{ item: "k", action: "revise", text: drafted.text, scale: THREE }]);
  const accepted = after(revise({ scale: THREE }), { type: "decide", target, action: "accept" });
  expect(project(frame, accepted).decisions).toMatchObject([{ action: "accept", text: null, scale: null }]);
});

test.each([
  ["the drafted scale", revise({ scale: FIVE })],
  [
    "the drafted scale, its labels in another order",
    revise({ scale: { ...FIVE, labels: { "5": "excellent", "1": "poor" } } }),
  ],
  ["one point", revise({ scale: { ...THREE, max: 1 } })],
  ["more points than there are keys", revise({ scale: { ...THREE, max: 11 } })],
  ["a point beyond a hundred", revise({ scale: { type: "points", min: 95, max: 101 } })],
  ["a meaning beyond the scale", revise({ scale: { ...THREE, labels: { "4": "more" } } })],
  ["a meaning of no whole point", revise({ scale: { ...THREE, labels: { "1.0": "no" } } })],
  ["a meaning of a word", revise({ scale: { ...THREE, labels: { low: "no" } } })],
  ["a blank meaning", revise({ scale: { ...THREE, labels: { "1": " " } } })],
  ["a meaning that is too long", revise({ scale: { ...THREE, labels: { "1": "x".repeat(501) } } })],
  ["a scale with an acceptance", { type: "decide", target, action: "accept", scale: THREE }],
])("%s is refused", (_, op) => {
  const done = apply(frame, emptyDocument(), make(op));
  expect(isRefused(done) && done.refused).toBe("bad-scale");
});

test("a question, and a line, have no scale of points", () => {
  expect(refusal({ ...revise({ scale: THREE }), target: { item: "c1" } })).toBe("bad-scale");
  expect(refusal({ ...revise({ scale: THREE }), target: { item: "C1", line: 0 } })).toBe("bad-scale");
});

test("words and scale are revised apart, and the decision goes when both are as drafted", () => {
  const decide = (document: ReviewDocument, change: Parameters<typeof revision>[3]) => {
    const op = revision(target, drafted, itemState(document, "k").decision, change);
    return op ? { op, next: after(...document.ops, op) } : { op, next: document };
  };
  const scaled = decide(emptyDocument(), { scale: THREE });
  expect(scaled.op).toMatchObject({ action: "revise", text: drafted.text, scale: THREE });
  const both = decide(scaled.next, { text: "Is it plain?" });
  expect(both.op).toMatchObject({ action: "revise", text: "Is it plain?", scale: THREE });
  const reworded = decide(both.next, { scale: FIVE });
  expect(reworded.op).toMatchObject({ action: "revise", text: "Is it plain?" });
  expect(reworded.op).not.toHaveProperty("scale");
  expect(decide(reworded.next, { text: " Is it clear? " }).op).toMatchObject({ action: null });
  expect(decide(emptyDocument(), { text: drafted.text }).op).toBeNull();
});

test("a long drafted meaning can be sent back as it is, but not made longer or moved", () => {
  const long = { type: "points" as const, min: 1, max: 5, labels: { "1": "x".repeat(600) } };
  expect(canBeGiven(scaleUpTo(long, 3), long)).toBe(true);
  expect(canBeGiven({ ...long, labels: { "1": "x".repeat(601) } }, long)).toBe(false);
  expect(canBeGiven({ ...long, labels: { "2": "x".repeat(600) } }, long)).toBe(false);
  // The operation is readable, so that it is refused for what is wrong with it.
  expect(make(revise({ scale: long }))).toMatchObject({ scale: long });
});

test("a changed scale has no labels that it cannot have, though the drafted one may", () => {
  const drafted = { ...FIVE, labels: { "1": "poor", "3": " ", "5": "excellent", low: "poor" } };
  expect(scaleUpTo(drafted, 4)).toEqual({ type: "points", min: 1, max: 4, labels: { "1": "poor" } });
  expect(withMeaning(drafted, 3, " fair ").labels).toEqual({ "1": "poor", "3": "fair", "5": "excellent" });
  expect(withMeaning({ ...FIVE, labels: { "1": "poor" } }, 1, "")).not.toHaveProperty("labels");
});
