import { describe, expect, test } from "vitest";
import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { explanationPolicy } from "@/lib/review/rules/explanations";
import { project } from "@/lib/review/rules/projection";
import { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";
import { fullFrame, revealFrame } from "@/lib/review/testing/arbitrary";

const at = "2026-11-23T10:00:00.000Z";
let made = 0;
const id = () => `30000000-0000-4000-8000-${String(++made).padStart(12, "0")}`;
const make = (op: object): Op => Op.parse({ op: id(), at, ...op });
const say = (item: string, text: string, as = id()) =>
  make({ type: "add", target: { item, lines: true }, as, text });
const answer = (item: string, value: unknown) => make({ type: "answer", item, value });
const reveal = (item: string) => make({ type: "reveal", step: 1, item });

const asking = (frame: ReviewFrame, explanations: "optional" | "required"): ReviewFrame => ({
  steps: frame.steps.map(
    (step): StepFrame =>
      step.type === "judge" || step.type === "score" || step.type === "prefer"
        ? { ...step, explanations }
        : step,
  ),
});

/** The document after these operations, or why the last of them was refused. */
function having(frame: ReviewFrame, ...ops: Op[]) {
  let document = emptyDocument();
  let refused: string | null = null;
  for (const op of ops) {
    const next = apply(frame, document, op);
    refused = isRefused(next) ? next.refused : null;
    if (!isRefused(next)) document = next;
  }
  return { document, refused };
}

const owedOn = (frame: ReviewFrame, item: string, ...ops: Op[]) =>
  missing(frame, having(frame, ...ops).document).filter(
    (one) => one.what === "explanation" && one.item === item,
  );

describe("an explanation without a draft", () => {
  test("is missing where it is required and no draft is shown, until it is written", () => {
    const frame = asking(fullFrame, "required");
    expect(owedOn(frame, "C2")).toEqual([{ step: 1, what: "explanation", item: "C2" }]);
    expect(owedOn(frame, "C2", say("C2", "The date is missing."))).toEqual([]);
    expect(owedOn(frame, "C1")).toEqual([]);
  });

  test("is neither required nor offered unless the step says so", () => {
    const { document } = having(fullFrame);
    expect(explanationPolicy(fullFrame, document, "C2")).toBe("off");
    expect(explanationPolicy(asking(fullFrame, "optional"), document, "C2")).toBe("optional");
    expect(owedOn(fullFrame, "C2")).toEqual([]);
    expect(owedOn(asking(fullFrame, "optional"), "C2")).toEqual([]);
    expect(having(revealFrame, say("C1", "Too short.")).refused).toBe("not-revealed");
  });

  test("can be taken back", () => {
    const frame = asking(fullFrame, "required");
    const as = id();
    expect(owedOn(frame, "C2", say("C2", "Why", as), say("C2", "", as))).toHaveLength(1);
  });

  test("belongs to the judgement", () => {
    const frame = asking(fullFrame, "optional");
    const { document } = having(frame, answer("C2", "no"), say("C2", "The date is missing."));
    const row = project(frame, document).judgements.find(({ item }) => item === "C2");
    expect(row).toMatchObject({ value: "no", draft: null });
    expect(row?.lines).toEqual([
      { line: null, action: "add", text: "The date is missing.", reason: null, at },
    ]);
  });
});

describe("before a draft is revealed", () => {
  const frame = asking(revealFrame, "required");

  test("an explanation is required of the own value, before the draft is shown", () => {
    expect(owedOn(frame, "C1")).toHaveLength(1);
    expect(having(frame, answer("C1", 2), reveal("C1")).refused).toBe("explain-first");
    const shown = [answer("C1", 2), say("C1", "Too short."), reveal("C1")];
    expect(having(frame, ...shown).refused).toBeNull();
    expect(owedOn(frame, "C1", ...shown)).toEqual([]);
  });

  test("it is fixed with the own value, and kept apart from later additions", () => {
    const as = id();
    const before = say("C1", "Too short.", as);
    const shown = [answer("C1", 2), before, reveal("C1")];
    expect(having(frame, ...shown, say("C1", "Rewritten", as)).refused).toBe("locked");
    expect(having(frame, ...shown, say("C1", "", as)).refused).toBe("locked");
    expect(having(frame, ...shown, make({ type: "undo", of: before.op })).refused).toBe("locked");

    const { document, refused } = having(frame, ...shown, say("C1", "And off topic."), answer("C1", 1));
    expect(refused).toBeNull();
    const row = project(frame, document).judgements.find(({ item }) => item === "C1");
    expect(row?.lines.map(({ text, initial }) => [text, initial])).toEqual([
      ["Too short.", true],
      ["And off topic.", undefined],
    ]);
  });
});
