import { expect, test } from "vitest";
import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import { project } from "@/lib/review/rules/project";
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
