import { describe, expect, test } from "vitest";
import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import { fullFrame } from "@/lib/review/rules/arbitrary";
import { missing } from "@/lib/review/rules/complete";
import { itemState } from "@/lib/review/rules/read";
import type { Op, Reason, ReviewDocument, ReviewFrame, StepFrame } from "@/lib/review/schema";

let last = 0;
const stamp = () => {
  last += 1;
  return { op: `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`, at: "2026-01-01T00:00:00.000Z" };
};

const asking = (reasons: "off" | "required" | undefined): ReviewFrame => ({
  steps: fullFrame.steps.map(
    (step): StepFrame => (step.type === "ask" || step.type === "label" ? step : { ...step, reasons }),
  ),
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
const overrule = (target: typeof item | typeof line, reason?: Reason) =>
  decide({ target, action: "remove", ...(reason && { reason }) });
const owed = (frame: ReviewFrame, document: ReviewDocument) =>
  missing(frame, document).filter(({ what }) => what === "reason");

describe.each([
  ["an item under review", item],
  ["a line of a draft", line],
] as const)("a reason for overruling %s", (_, target) => {
  test("is owed where the step requires one, until it is given", () => {
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

  test("is not owed for an accepted draft, nor where it is optional or off", () => {
    const frame = asking("required");
    expect(owed(frame, worked(frame, decide({ target, action: "accept" })))).toEqual([]);
    expect(owed(frame, emptyDocument())).toEqual([]);
    for (const reasons of [undefined, "off"] as const)
      expect(owed(asking(reasons), worked(asking(reasons), overrule(target)))).toEqual([]);
  });

  test("is not kept where it is off", () => {
    const given = overrule(target, { code: "too-harsh" });
    const kept = (frame: ReviewFrame) => {
      const { decision, lines } = itemState(worked(frame, given), target.item);
      return (decision ?? lines[0])?.reason;
    };
    expect(kept(asking(undefined))).toEqual({ code: "too-harsh" });
    expect(kept(asking("off"))).toBeNull();
  });
});
