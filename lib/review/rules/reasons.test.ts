import { describe, expect, test } from "vitest";
import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { project } from "@/lib/review/rules/projection";
import { itemState } from "@/lib/review/rules/selectors";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { DecisionReason, Op } from "@/lib/review/schema/operation";
import type { ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";
import { fullFrame, revealFrame } from "@/lib/review/testing/arbitrary";

let last = 0;
const stamp = () => {
  last += 1;
  return { op: `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`, at: "2026-01-01T00:00:00.000Z" };
};

const asking = (reasons: "off" | "required" | undefined): ReviewFrame => ({
  steps: fullFrame.steps.map((step): StepFrame => (step.type === "ask" ? step : { ...step, reasons })),
});

function worked(frame: ReviewFrame, ...ops: Op[]): ReviewDocument {
  return ops.reduce((document, op) => {
    const next = apply(frame, document, op);
    if (isRefused(next)) throw new Error(next.refused);
    return next;
  }, emptyDocument());
}

const item = { item: "c1" };
const line = { item: "C1", line: 0 };
type Decide = Omit<Extract<Op, { type: "decide" }>, "op" | "at" | "type">;
const decide = (body: Decide): Op => ({ ...stamp(), type: "decide", ...body });
const overrule = (target: typeof item | typeof line, reason?: DecisionReason) =>
  decide({ target, action: "remove", ...(reason && { reason }) });
const owed = (frame: ReviewFrame, document: ReviewDocument) =>
  missing(frame, document).filter(({ what }) => what === "reason");

describe.each([
  ["an item under review", item],
  ["a line of a draft", line],
] as const)("a reason for overruling %s", (_, target) => {
  test("is missing where the step requires one, until it is given", () => {
    const frame = asking("required");
    expect(owed(frame, worked(frame, overrule(target)))).toMatchObject([target]);
    expect(owed(frame, worked(frame, overrule(target, { code: "wrong-fact" })))).toEqual([]);
    const revised = decide({ target, action: "revise", text: "Something else" });
    expect(owed(frame, worked(frame, revised))).toMatchObject([target]);
  });

  test("is more than “other”", () => {
    const frame = asking("required");
    expect(owed(frame, worked(frame, overrule(target, { code: "other", note: " " })))).toMatchObject([
      target,
    ]);
    expect(owed(frame, worked(frame, overrule(target, { code: "other", note: "odd" })))).toEqual([]);
  });

  test("is not required for an accepted draft, nor where it is optional or off", () => {
    const frame = asking("required");
    expect(owed(frame, worked(frame, decide({ target, action: "accept" })))).toEqual([]);
    expect(owed(frame, emptyDocument())).toEqual([]);
    for (const reasons of [undefined, "off"] as const)
      expect(owed(asking(reasons), worked(asking(reasons), overrule(target)))).toEqual([]);
  });

  test("is dropped where it is off", () => {
    const given = overrule(target, { code: "too-harsh" });
    const reasonsOf = (frame: ReviewFrame) => {
      const { decision, lines } = itemState(worked(frame, given), target.item);
      return (decision ?? lines[0])?.reason;
    };
    expect(reasonsOf(asking(undefined))).toEqual({ code: "too-harsh" });
    expect(reasonsOf(asking("off"))).toBeNull();
  });
});

describe("a reason for a value that is not the drafted one", () => {
  const answered = (value: number): Op => ({ ...stamp(), type: "answer", item: "C1", value });
  const why = (reason: DecisionReason | null, key = "C1"): Op => ({
    ...stamp(),
    type: "why",
    item: key,
    reason,
  });
  const owedFor = (frame: ReviewFrame, ...ops: Op[]) =>
    missing(frame, worked(frame, ...ops)).filter(({ what }) => what === "why");
  const reasonsOf = (frame: ReviewFrame, ...ops: Op[]) =>
    project(frame, worked(frame, ...ops)).judgements.find((row) => row.item === "C1")?.reason;

  test("is missing where the step requires one, unless a decision on a line has it", () => {
    const frame = asking("required");
    expect(owedFor(frame, answered(4))).toEqual([]);
    expect(owedFor(frame, answered(2))).toMatchObject([{ what: "why", item: "C1" }]);
    expect(owedFor(frame, answered(2), overrule(line, { code: "too-harsh" }))).toEqual([]);
    expect(owedFor(frame, answered(2), why({ code: "too-lenient" }))).toEqual([]);
    expect(owedFor(frame, answered(2), why({ code: "other" }))).toHaveLength(1);
    expect(owedFor(asking(undefined), answered(2))).toEqual([]);
  });

  test("is kept as long as the value differs from the draft, and dropped where it is off", () => {
    const given = why({ code: "too-lenient" });
    expect(reasonsOf(asking(undefined), answered(2), given)).toEqual({ code: "too-lenient" });
    expect(reasonsOf(asking(undefined), answered(2), given, answered(4))).toBeNull();
    expect(reasonsOf(asking(undefined), answered(2), given, answered(4), answered(1))).toEqual({
      code: "too-lenient",
    });
    expect(reasonsOf(asking(undefined), answered(2), given, why(null))).toBeNull();
    expect(reasonsOf(asking("off"), answered(2), given)).toBeNull();
  });

  test("refers to the side of a preference, and to a set of labels as a whole", () => {
    const frame = asking("required");
    const prefer = (value: 1 | 3 | 5): Op => ({ ...stamp(), type: "prefer", value });
    const label = (...labels: string[]): Op => ({
      ...stamp(),
      type: "label",
      question: "what",
      item: "c1",
      labels,
    });
    expect(owedFor(frame, prefer(1), label("Tone"))).toEqual([]);
    expect(owedFor(frame, prefer(3), label("Tone", "Length")).map(({ item: key }) => key)).toEqual([
      "preference",
      "label what c1",
    ]);
    expect(owedFor(frame, prefer(5), label()).map(({ item: key }) => key)).toEqual([
      "preference",
      "label what c1",
    ]);
  });

  test("cannot be given for a missing or still hidden draft", () => {
    const refusal = (frame: ReviewFrame, key: string) => apply(frame, emptyDocument(), why(null, key));
    expect(refusal(fullFrame, "nothing")).toEqual({ refused: "unknown-item" });
    expect(refusal(revealFrame, "C1")).toEqual({ refused: "not-revealed" });
  });
});
