import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AGREED_WORDS_PER_MINUTE,
  type AgreeOperation,
  isTooEarly,
  type ReadingTime,
  readAt,
  readingTime,
  undecidedIn,
} from "@/lib/review/rules/accept-whole-draft";
import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { touches } from "@/lib/review/rules/operation-conflicts";
import { project } from "@/lib/review/rules/projection";
import { redoable, undoable } from "@/lib/review/rules/undo";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { fullFrame, revealFrame } from "@/lib/review/testing/arbitrary";

const at = "2026-11-20T10:00:00.000Z";
let made = 0;
const make = (op: object): Op =>
  Op.parse({ op: `20000000-0000-4000-8000-${String(++made).padStart(12, "0")}`, at, ...op });

/** A frame in which every step allows accepting whole drafts, if its type can. */
const allowing = (frame: ReviewFrame): ReviewFrame => ({
  steps: frame.steps.map((step) =>
    step.type === "ask" || step.type === "label" ? step : { ...step, agree: "allowed" as const },
  ),
});
const frame = allowing(fullFrame);
const later = allowing(revealFrame);

function having(ops: object[], on = frame, start = emptyDocument()): ReviewDocument {
  return ops.reduce((document: ReviewDocument, op) => {
    const next = apply(on, document, "op" in op ? (op as Op) : make(op));
    if (isRefused(next)) throw new Error(next.refused);
    return next;
  }, start);
}

const agreeing = (step: number, item?: string, on = frame, document = emptyDocument()) => {
  const left = undecidedIn(on, document, { step, item });
  if (typeof left === "string") throw new Error(left);
  return make({ type: "agree", step, ...(item !== undefined && { item }), ...left }) as AgreeOperation;
};

describe("a whole draft", () => {
  test("of a rubric: every item that is undecided; of a unit: its undecided lines, and its value where there is none", () => {
    expect(undecidedIn(frame, emptyDocument(), { step: 0 })).toEqual({
      targets: [{ item: "c1" }, { item: "__proto__" }, { item: "constructor" }],
    });
    const lines = [0, 1, 2].map((line) => ({ item: "C1", line }));
    expect(undecidedIn(frame, emptyDocument(), { step: 1, item: "C1" })).toEqual({
      targets: lines,
      value: 4,
    });
    const begun = having([
      { type: "decide", target: { item: "C1", line: 1 }, action: "remove" },
      { type: "answer", item: "C1", value: 2 },
    ]);
    expect(undecidedIn(frame, begun, { step: 1, item: "C1" })).toEqual({ targets: [lines[0], lines[2]] });
  });

  test("a value that is withheld, or a side where it is asked by how much, is not taken over", () => {
    const hidden = {
      steps: frame.steps.map((step) =>
        step.type === "judge" ? { ...step, exposure: "score-hidden" as const } : step,
      ),
    };
    expect(undecidedIn(hidden, emptyDocument(), { step: 1, item: "C1" })).not.toHaveProperty("value");
    const side = {
      steps: frame.steps.map((step) =>
        step.type === "prefer" && step.draft ? { ...step, draft: { ...step.draft, value: "A" } } : step,
      ),
    };
    expect(undecidedIn(side, emptyDocument(), { step: 3, item: "preference" })).not.toHaveProperty("value");
    const tie = {
      steps: frame.steps.map((step) =>
        step.type === "prefer" && step.draft ? { ...step, draft: { ...step.draft, value: "tie" } } : step,
      ),
    };
    expect(undecidedIn(tie, emptyDocument(), { step: 3, item: "preference" })).toMatchObject({ value: 3 });
    expect(undecidedIn(frame, emptyDocument(), { step: 3, item: "preference" })).toMatchObject({ value: 2 });
  });

  test.each([
    ["a step that does not allow it", fullFrame, { step: 1, item: "C1" }, "not-in-bulk"],
    ["labels", frame, { step: 4, item: "label what c1" }, "not-in-bulk"],
    ["a step there is not", frame, { step: 50 }, "not-in-bulk"],
    ["an item without a draft", frame, { step: 1, item: "C2" }, "nothing-to-agree"],
    ["an item of another step", frame, { step: 2, item: "C1" }, "unknown-item"],
    ["a score that is not open", frame, { step: 2, item: "overall" }, "not-open"],
    ["items behind a button", later, { step: 0 }, "not-revealed"],
    ["a draft that comes after an own value", later, { step: 1, item: "C1" }, "not-revealed"],
  ])("%s", (_, on, about, because) => {
    expect(undecidedIn(on, emptyDocument(), about)).toBe(because);
  });
});

describe("accepting a whole draft", () => {
  test("accepts all of it and is marked; what is decided on its own afterwards is not", () => {
    const document = having([agreeing(0), agreeing(1, "C1")]);
    expect(missing(frame, document).some(({ step, item }) => step === 0 || item === "C1")).toBe(false);
    const { decisions, judgements } = project(frame, document);
    expect(decisions.map(({ action, bulk }) => [action, bulk])).toEqual([
      ["accept", true],
      ["accept", true],
      ["accept", true],
    ]);
    expect(judgements).toMatchObject([{ item: "C1", value: 4, bulk: true, lines: [{}, {}, {}] }]);
    const own = having(
      [
        { type: "decide", target: { item: "C1", line: 0 }, action: "remove" },
        { type: "answer", item: "C1", value: 4 },
      ],
      frame,
      document,
    );
    const [judged] = project(frame, own).judgements;
    expect(judged?.bulk).toBeUndefined();
    expect(judged?.lines.map(({ bulk }) => bulk)).toEqual([undefined, true, true]);
  });

  test("of the overall score, whose mark goes with the next score", () => {
    const judged = having([
      agreeing(1, "C1"),
      { type: "answer", item: "C2", value: "yes" },
      agreeing(1, "toString"),
    ]);
    const scored = having([agreeing(2, "overall", frame, judged)], frame, judged);
    const rowOf = (document: ReviewDocument) =>
      project(frame, document).judgements.find(({ item }) => item === "overall");
    expect(rowOf(scored)).toMatchObject({ value: 3, bulk: true });
    expect(rowOf(having([{ type: "score", value: 3 }], frame, scored))?.bulk).toBeUndefined();
  });

  test("is reverted by one undo, and repeated by one redo", () => {
    const before = having([{ type: "decide", target: { item: "C1", line: 1 }, action: "remove" }]);
    const agreed = having([agreeing(1, "C1", frame, before)], frame, before);
    const undone = having([{ type: "undo", of: undoable(agreed)?.op }], frame, agreed);
    const effects = ({ ops: _, ...rest }: ReviewDocument) => rest;
    expect(effects(undone)).toEqual(effects(before));
    const redone = having([{ type: "undo", of: redoable(undone)?.op }], frame, undone);
    expect(effects(redone)).toEqual(effects(agreed));
  });

  test.each([
    ["half of it", { targets: [{ item: "C1", line: 0 }] }],
    ["another value", { value: 5 }],
    ["no value", { value: undefined }],
    ["more than it", { targets: [0, 1, 2, 3].map((line) => ({ item: "C1", line })) }],
    ["the lines of another item", { targets: [{ item: "toString", line: 0 }] }],
  ])("with %s is refused", (_, change) => {
    const outcome = apply(frame, emptyDocument(), { ...agreeing(1, "C1"), ...change } as Op);
    expect(isRefused(outcome) && outcome.refused).toBe("not-whole");
  });

  test("sets the same parts as single decisions, so that two tabs conflict on it", () => {
    const agreed = agreeing(1, "C1");
    const single = [
      ...[0, 1, 2].map((line) => make({ type: "decide", target: { item: "C1", line }, action: "accept" })),
      make({ type: "answer", item: "C1", value: 4 }),
    ];
    expect(touches([], agreed).sort()).toEqual(single.flatMap((op) => touches([], op)).sort());
  });
});

describe("reading", () => {
  test("takes as long as its words at the stated speed, signs of unspaced scripts counting as words", () => {
    const words = (text: string) => ({
      steps: [
        {
          type: "rubric" as const,
          kind: "checklist" as const,
          exposure: "draft-first" as const,
          rubrics: [
            {
              key: "r",
              by: "m",
              items: [
                {
                  key: "c",
                  rubric: "r",
                  name: null,
                  text,
                  scale: { type: "yesno" as const },
                  category: null,
                  draft: null,
                },
              ],
            },
          ],
        },
      ],
    });
    const time = (text: string) => readingTime(words(text), { item: "c" });
    expect(AGREED_WORDS_PER_MINUTE).toBe(238);
    expect(time("word ".repeat(238))).toBeCloseTo(60_000, 6);
    expect(time("是否使用简单的语言")).toBeCloseTo((9 / 238) * 60_000, 6);
  });

  const readings = fc.array(fc.record({ since: fc.nat(10_000), takes: fc.nat(3_000) }), { minLength: 1 });

  property.prop([readings])("ends when one after the other, in the order they came, ends", (list) => {
    const inOrder = [...list].sort((a, b) => a.since - b.since);
    const end = inOrder.reduce((busy, { since, takes }) => Math.max(busy, since) + takes, 0);
    expect(readAt(list)).toBe(end);
  });

  property.prop([readings, readings])("of more never ends earlier", (some, more) => {
    expect(readAt([...some, ...more] as ReadingTime[])).toBeGreaterThanOrEqual(readAt(some));
  });

  const openedAt = new Date("2026-11-20T10:00:00Z");
  const elapsed = (ms: number) => ({ openedAt, now: new Date(openedAt.getTime() + ms) });
  /** Four words: first, a 4, third. */
  const needed = Math.ceil(readingTime(frame, { item: "C1", line: 0 }) * 4);

  test("reading times of accepted drafts add up, also of undone ones, and count once", () => {
    const [one, other] = [agreeing(1, "C1"), agreeing(1, "toString")];
    expect(isTooEarly(frame, [], [one], elapsed(needed - 1))).toBe(true);
    expect(isTooEarly(frame, [], [one], elapsed(needed))).toBe(false);
    const recorded = [
      { op: one as Op, recordedAt: elapsed(needed).now },
      { op: make({ type: "undo", of: one.op }), recordedAt: elapsed(needed).now },
    ];
    expect(isTooEarly(frame, recorded, [other], elapsed(needed))).toBe(true);
    expect(isTooEarly(frame, recorded, [other], elapsed(Math.ceil(needed * 1.25)))).toBe(false);
    expect(isTooEarly(frame, recorded, [{ ...one, op: other.op }], elapsed(needed))).toBe(false);
  });

  test("of a draft that comes later begins when it was sent, and never where it was not", () => {
    const shown = having(
      [
        { type: "answer", item: "C1", value: 2 },
        { type: "reveal", step: 1, item: "C1" },
      ],
      later,
    );
    const agreed = agreeing(1, "C1", later, shown);
    const minutes = 60_000;
    const revealed = [{ op: shown.ops[1] as Op, recordedAt: elapsed(10 * minutes).now }];
    expect(isTooEarly(later, revealed, [agreed], elapsed(10 * minutes + 100))).toBe(true);
    expect(isTooEarly(later, revealed, [agreed], elapsed(11 * minutes))).toBe(false);
    expect(isTooEarly(later, [], [agreed], elapsed(11 * minutes))).toBe(true);
  });

  test("parts that are decided one by one need no reading time", () => {
    const single = make({ type: "decide", target: { item: "C1", line: 0 }, action: "accept" });
    expect(isTooEarly(frame, [], [single], elapsed(0))).toBe(false);
  });
});

test("a document whose drafts were accepted as a whole is complete like any other", () => {
  const document = having([
    agreeing(0),
    agreeing(1, "C1"),
    { type: "answer", item: "C2", value: "na" },
    agreeing(1, "toString"),
  ]);
  const rest = having(
    [
      agreeing(2, "overall", frame, document),
      agreeing(3, "preference", frame, document),
      { type: "label", question: "what", item: "c1", labels: [] },
      { type: "label", question: "what", item: "__proto__", labels: [] },
      { type: "label", question: "open", labels: ["Closed"] },
      { type: "ask", question: "ease", value: "easier" },
    ],
    frame,
    document,
  );
  expect(missing(frame, rest)).toEqual([]);
});
