import { test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { apply, emptyDocument, fold, isRefused } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { project } from "@/lib/review/rules/projection";
import { showsMore, withhold } from "@/lib/review/rules/reveal";
import { itemState, labelKey } from "@/lib/review/rules/selectors";
import { endsInReveal, undoable } from "@/lib/review/rules/undo";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { Op } from "@/lib/review/schema/operation";
import { anyOps, revealFrame } from "@/lib/review/testing/arbitrary";

const at = "2026-11-20T10:00:00.000Z";
let made = 0;
const make = (op: object): Op =>
  Op.parse({ op: `20000000-0000-4000-8000-${String(++made).padStart(12, "0")}`, at, ...op });

const answer = (item: string, value: unknown) => make({ type: "answer", item, value });
const score = (value: number | null) => make({ type: "score", value });
const reveal = (step: number, item?: string) => make({ type: "reveal", step, ...(item && { item }) });
const line = (item: string, n: number) =>
  make({ type: "decide", target: { item, line: n }, action: "accept" });

function having(ops: Op[], start = emptyDocument()): ReviewDocument {
  return ops.reduce((document, op) => {
    const next = apply(revealFrame, document, op);
    if (isRefused(next)) throw new Error(`${op.type} was refused: ${next.refused}`);
    return next;
  }, start);
}

const refusal = (op: Op, document = emptyDocument()) => {
  const outcome = apply(revealFrame, document, op);
  return isRefused(outcome) ? outcome.refused : null;
};

/** Every intermediate state of the operations that fit. */
function* states(ops: Op[]): Generator<{ document: ReviewDocument; op: Op; next: ReviewDocument | null }> {
  let document = emptyDocument();
  for (const op of ops) {
    const outcome = apply(revealFrame, document, op);
    const next = isRefused(outcome) ? null : outcome;
    yield { document, op, next };
    document = next ?? document;
  }
}

const judgement = (document: ReviewDocument, item: string) =>
  project(revealFrame, document).judgements.find((row) => row.item === item);

describe("judge, then reveal", () => {
  test("the draft comes after the own value, which stays, and a final one is asked for", () => {
    expect(refusal(reveal(1, "C1"))).toBe("answer-first");
    const alone = having([answer("C1", 2)]);
    expect(refusal(line("C1", 0), alone)).toBe("not-revealed");
    expect(JSON.stringify(withhold(revealFrame, alone))).not.toContain("canary C1");
    expect(missing(revealFrame, alone)).toContainEqual({ step: 1, what: "reveal", item: "C1" });

    const shown = having([reveal(1, "C1")], alone);
    expect(showsMore(revealFrame, alone, shown)).toBe(true);
    expect(JSON.stringify(withhold(revealFrame, shown))).toContain("canary C1 first");
    expect(itemState(shown, "C1")).toMatchObject({ answer: null, revealed: { initial: 2 } });
    expect(missing(revealFrame, shown).filter(({ item }) => item === "C1")).toEqual([
      { step: 1, what: "decision", item: "C1", line: 0 },
      { step: 1, what: "decision", item: "C1", line: 1 },
      { step: 1, what: "answer", item: "C1" },
    ]);
    const final = having([line("C1", 0), line("C1", 1), answer("C1", 4)], shown);
    expect(judgement(final, "C1")).toMatchObject({ draft: "d1", initial: 2, value: 4 });
    expect(refusal(reveal(1, "C1"), final)).toBe("already-revealed");
  });

  test("a unit without a draft waits for no reveal", () => {
    expect(refusal(reveal(1, "C2"))).toBe("nothing-to-reveal");
    const document = having([answer("C2", "na")]);
    expect(missing(revealFrame, document).filter(({ item }) => item === "C2")).toEqual([]);
    expect(judgement(document, "C2")).toMatchObject({ draft: null, initial: undefined, value: "na" });
  });

  test("a score behind the items opens when they have their final values", () => {
    const judged = having([answer("C1", 2), answer("C2", "yes"), answer("toString", "no")]);
    expect(refusal(score(3), judged)).toBe("not-open");
    const open = having([reveal(1, "C1"), answer("C1", 2)], judged);
    expect(refusal(reveal(3, "overall"), open)).toBe("answer-first");
    const shown = having([score(5), reveal(3, "overall"), score(3)], open);
    expect(judgement(shown, "overall")).toMatchObject({ draft: "d3", initial: 5, value: 3 });
  });
});

describe("on request", () => {
  test("never asked for: no draft, no initial, nothing to decide", () => {
    const document = having([answer("toString", "no")]);
    expect(missing(revealFrame, document).filter(({ item }) => item === "toString")).toEqual([]);
    expect(judgement(document, "toString")).toEqual(
      expect.objectContaining({ exposure: "on-request", draft: null, initial: undefined, lines: [] }),
    );
  });

  test("asked for before there was a value, and after", () => {
    const done = [line("toString", 0), answer("toString", "yes")];
    const before = having([reveal(2, "toString"), ...done]);
    expect(judgement(before, "toString")).toMatchObject({ draft: "d2", initial: null, value: "yes" });
    const after = having([answer("toString", "no"), reveal(2, "toString"), line("toString", 0)]);
    expect(judgement(after, "toString")).toBeUndefined();
    const final = having([answer("toString", "yes")], after);
    expect(judgement(final, "toString")).toMatchObject({ initial: "no", value: "yes" });
  });

  test("a rubric is written from scratch until its drafted items are asked for", () => {
    const accept = make({ type: "decide", target: { item: "c1" }, action: "accept" });
    expect(refusal(accept)).toBe("not-revealed");
    const own = make({ type: "add", target: { rubric: "r" }, as: crypto.randomUUID(), text: "Mine?" });
    const written = having([own]);
    expect(missing(revealFrame, written).filter(({ step }) => step === 0)).toEqual([]);
    expect(JSON.stringify(withhold(revealFrame, written).steps[0])).not.toContain("canary");
    const shown = having([reveal(0), accept], written);
    expect(missing(revealFrame, shown).filter(({ step }) => step === 0)).toEqual([
      { step: 0, what: "decision", item: "__proto__" },
    ]);
    expect(project(revealFrame, shown).decisions.map(({ action }) => action)).toEqual(["accept", "add"]);
  });
});

test("a revealed draft stays revealed, and the own value before it cannot be changed", () => {
  const [first, undone] = [answer("toString", "no"), answer("toString", "yes")];
  const undo = make({ type: "undo", of: undone.op });
  const look = reveal(2, "toString");
  const document = having([first, undone, undo, look]);
  expect(itemState(document, "toString").revealed?.initial).toBe("no");
  for (const of of [first, undone, undo])
    expect(refusal(make({ type: "undo", of: of.op }), document)).toBe("locked");
  expect(refusal(make({ type: "undo", of: look.op }), document)).toBe("not-undoable");
  expect([undoable(document), endsInReveal(document)]).toEqual([null, true]);
  const final = answer("toString", "yes");
  expect(undoable(having([final], document))?.op).toBe(final.op);
});

test("a page that has requested a draft takes no final value before it has arrived", () => {
  const page = withhold(revealFrame, emptyDocument());
  const requested = fold(page, [answer("C1", 2), reveal(1, "C1")]);
  expect(apply(page, requested, answer("C1", 4))).toEqual({ refused: "not-revealed" });
});

describe("any sequence of operations", () => {
  property.prop([anyOps])("an initial value never changes", (ops) => {
    const before = new Map<string, unknown>();
    for (const { next } of states(ops)) {
      for (const [item, { revealed }] of Object.entries(next?.items ?? {})) {
        if (before.has(item)) expect(revealed).toEqual(before.get(item));
        else if (revealed) before.set(item, revealed);
      }
    }
  });

  property.prop([anyOps])("what leaves the server holds no draft that was not asked for", (ops) => {
    for (const { next } of states(ops)) {
      if (!next) continue;
      const sent = JSON.stringify(withhold(revealFrame, next));
      for (const item of ["C1", "toString", "overall", "preference"])
        if (!itemState(next, item).revealed) expect(sent).not.toContain(`canary ${item}`);
      if (next.shownSteps.length === 0) expect(sent).not.toContain("canary c1");
      if (!itemState(next, labelKey("what", "c1")).revealed)
        expect(sent).not.toContain('"labels":["Length"]');
    }
  });

  property.prop([anyOps])("the page and the server agree on what fits and what is missing", (ops) => {
    for (const { document, op, next } of states(ops)) {
      const page = withhold(revealFrame, document);
      const there = apply(page, document, op);
      expect(isRefused(there) ? null : there).toEqual(next);
      expect(missing(page, document)).toEqual(missing(revealFrame, document));
    }
  });

  property.prop([anyOps])("a judgement has an initial value as its exposure says", (ops) => {
    const document = [...states(ops)].findLast(({ next }) => next)?.next ?? emptyDocument();
    expect(fold(revealFrame, document.ops)).toEqual(document);
    for (const { item, draft, initial } of project(revealFrame, document).judgements) {
      expect(draft === null).toBe(initial === undefined);
      if (["C1", "overall", "preference"].includes(item)) expect(initial).not.toBeNull();
    }
  });
});
