import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apply, emptyDocument, fold, isRefused } from "@/lib/review/rules/apply";
import { isComplete, missing, progress } from "@/lib/review/rules/complete";
import { project } from "@/lib/review/rules/project";
import { isOpen, withhold } from "@/lib/review/rules/reveal";
import { addedItems, addedLines, itemState, labelKey } from "@/lib/review/rules/selectors";
import { touches } from "@/lib/review/rules/touches";
import { redoable, undoable } from "@/lib/review/rules/undo";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { Op } from "@/lib/review/schema/operation";
import { anyOp, anyOps, fullFrame, revealFrame } from "@/lib/review/testing/arbitrary";

const at = "2026-11-20T10:00:00.000Z";
const uuid = (n: number) => `10000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
let made = 0;
const make = (op: object): Op => Op.parse({ op: uuid(++made), at, ...op });

/** The document after operations that must all fit. */
function having(ops: Op[], start = emptyDocument()): ReviewDocument {
  return ops.reduce((document, op) => {
    const next = apply(fullFrame, document, op);
    if (isRefused(next)) throw new Error(`${op.type} was refused: ${next.refused}`);
    return next;
  }, start);
}

const refusal = (op: object, document = emptyDocument()) => {
  const outcome = apply(fullFrame, document, make(op));
  return isRefused(outcome) ? outcome.refused : null;
};

/** The state without the history. */
const effects = ({ ops: _, ...rest }: ReviewDocument) => rest;

/** The operations that fit, in order, as the server would record them. */
function recorded(ops: Op[]): ReviewDocument {
  return ops.reduce((document, op) => {
    const next = apply(fullFrame, document, op);
    return isRefused(next) ? document : next;
  }, emptyDocument());
}

const item = (key: string, action = "accept") => make({ type: "decide", target: { item: key }, action });
const line = (key: string, n: number, action = "accept") =>
  make({ type: "decide", target: { item: key, line: n }, action });
const answer = (key: string, value: unknown) => make({ type: "answer", item: key, value });
const everything = () => [
  ...["c1", "__proto__", "constructor"].map((key) => item(key)),
  ...[0, 1, 2].map((n) => line("C1", n)),
  line("toString", 0),
  answer("C1", 4),
  answer("C2", "na"),
  answer("toString", "no"),
  make({ type: "score", value: 3 }),
  line("overall", 0, "remove"),
  line("preference", 0),
  make({ type: "prefer", value: 2 }),
  make({ type: "label", question: "what", item: "c1", labels: ["__proto__", "Tone"] }),
  make({ type: "label", question: "what", item: "__proto__", labels: [] }),
  make({ type: "label", question: "open", labels: ["Closed"] }),
  make({ type: "ask", question: "ease", value: "easier" }),
];

describe("labels and preferences", () => {
  const label = (labels: string[] | null, question = "what", item: string | undefined = "c1") => ({
    type: "label",
    question,
    labels,
    ...(question === "what" && { item }),
  });
  test.each([
    ["a label there is not", label(["Closed"]), "no-label"],
    ["one label twice", label(["Tone", "Tone"]), "no-label"],
    ["none, where one must fit", label([], "open"), "no-label"],
    ["two, where one is asked for", label(["Tone", "Closed"], "open"), "one-label"],
    ["an item that is not labelled", label(["Tone"], "what", "C1"), "unknown-item"],
    ["a question that is not asked", label(["Tone"], "nothing"), "unknown-item"],
    ["a side, on five points", { type: "prefer", value: "A" }, "off-scale"],
  ])("%s is refused", (_, op, because) => {
    expect(refusal(op)).toBe(because);
  });

  test("the same labels in any order are the same value, and can be taken back", () => {
    const [one, other] = [
      ["__proto__", "Tone"],
      ["Tone", "__proto__"],
    ].map((labels) => effects(having([make(label(labels))])));
    expect(one).toEqual(other);
    const gone = having([make(label(["Tone"])), make(label(null))]);
    expect(missing(fullFrame, gone)).toHaveLength(missing(fullFrame, emptyDocument()).length);
  });

  test("a preference and labels that were given before a draft was shown stay as they were", () => {
    const work = (ops: object[]) =>
      ops.reduce((document: ReviewDocument, op) => {
        const next = apply(revealFrame, document, make(op));
        if (isRefused(next)) throw new Error(next.refused);
        return next;
      }, emptyDocument());
    const about = { step: 5, item: labelKey("what", "c1") };
    const shown = work([
      { type: "prefer", value: "B" },
      { type: "reveal", step: 4, item: "preference" },
      { type: "prefer", value: "A" },
      label(["Tone"]),
      { type: "reveal", ...about },
      label(["Tone", "Length"]),
    ]);
    const { judgements, labels } = project(revealFrame, shown);
    expect(judgements.map(({ initial, value }) => [initial, value])).toEqual([["B", "A"]]);
    expect(labels.map(({ initial, labels: chosen }) => [initial, chosen])).toEqual([
      [["Tone"], ["Tone", "Length"]],
    ]);
    const alone = withhold(revealFrame, emptyDocument());
    expect(alone.steps[5]).toMatchObject({ units: [{ draft: null, withheld: true }, { draft: null }] });
    expect(withhold(revealFrame, shown).steps[5]).toMatchObject({
      units: [{ draft: { labels: ["Length"] } }, {}],
    });
  });
});

describe("an operation is refused", () => {
  test.each([
    [
      "on an item the rubric does not have",
      { type: "decide", target: { item: "C1" }, action: "accept" },
      "unknown-item",
    ],
    ["on an item that is not to be answered", { type: "answer", item: "c1", value: "yes" }, "unknown-item"],
    [
      "on a line the draft does not have",
      { type: "decide", target: { item: "C1", line: 3 }, action: "accept" },
      "unknown-line",
    ],
    [
      "on a line where nothing was drafted",
      { type: "decide", target: { item: "C2", line: 0 }, action: "accept" },
      "unknown-line",
    ],
    [
      "when it revises without words",
      { type: "decide", target: { item: "c1" }, action: "revise", text: " " },
      "text-missing",
    ],
    [
      "when it revises to what was drafted",
      { type: "decide", target: { item: "c1" }, action: "revise", text: "Is c1 met? " },
      "text-unchanged",
    ],
    [
      "when an added item has no words",
      { type: "add", target: { rubric: "r" }, as: uuid(9), text: "" },
      "text-missing",
    ],
    [
      "when a question is put on points",
      {
        type: "add",
        target: { rubric: "r" },
        as: uuid(9),
        text: "x",
        scale: { type: "points", min: 1, max: 5 },
      },
      "bad-scale",
    ],
    [
      "on a rubric that is not there",
      { type: "add", target: { rubric: "s" }, as: uuid(9), text: "x" },
      "unknown-rubric",
    ],
    ["with an answer to a question of points", { type: "answer", item: "C1", value: "yes" }, "off-scale"],
    ["beyond the scale", { type: "answer", item: "C1", value: 6 }, "off-scale"],
    ["between the points", { type: "answer", item: "C1", value: 2.5 }, "off-scale"],
    ["with n/a where the scale has none", { type: "answer", item: "toString", value: "na" }, "off-scale"],
    ["with a score before every item is answered", { type: "score", value: 3 }, "not-open"],
    [
      "on the overall draft before the score is open",
      { type: "decide", target: { item: "overall", line: 0 }, action: "accept" },
      "not-open",
    ],
    ["with an unknown reply", { type: "ask", question: "ease", value: "perhaps" }, "no-option"],
    [
      "to a question nobody asked",
      { type: "ask", question: "toString", value: "easier" },
      "unknown-question",
    ],
    ["when it undoes nothing", { type: "undo", of: uuid(999) }, "unknown-operation"],
  ])("%s", (_, op, code) => {
    expect(refusal(op)).toBe(code);
  });

  test("when an addition's id is in use elsewhere", () => {
    const document = having([make({ type: "add", target: { rubric: "r" }, as: uuid(900), text: "mine" })]);
    const elsewhere = { type: "add", target: { item: "C1", lines: true }, as: uuid(900), text: "mine" };
    expect(refusal(elsewhere, document)).toBe("id-taken");
  });

  test("when it undoes twice, or undoes time", () => {
    const first = item("c1");
    const time = make({ type: "time", spent: [] });
    const document = having([first, time, make({ type: "undo", of: first.op })]);
    expect(refusal({ type: "undo", of: first.op }, document)).toBe("already-undone");
    expect(refusal({ type: "undo", of: time.op }, document)).toBe("not-undoable");
  });
});

test("a decision is changed and taken back", () => {
  const revised = make({
    type: "decide",
    target: { item: "c1" },
    action: "revise",
    text: "Is it dated?",
    reason: { code: "ambiguous", note: "which date" },
  });
  const document = having([item("c1"), revised]);
  expect(itemState(document, "c1").decision).toEqual({
    action: "revise",
    text: "Is it dated?",
    reason: { code: "ambiguous", note: "which date" },
    at,
  });
  const takenBack = make({ type: "decide", target: { item: "c1" }, action: null });
  expect(itemState(having([takenBack], document), "c1").decision).toBeNull();
});

test("additions keep the order they were made in, and their rubric's usual scale", () => {
  const late = make({
    type: "add",
    target: { rubric: "r" },
    as: uuid(901),
    text: "late",
    at: "2026-11-20T11:00:00Z",
  });
  const early = make({ type: "add", target: { rubric: "r" }, as: uuid(902), text: "early" });
  const reworded = make({
    type: "add",
    target: { rubric: "r" },
    as: uuid(902),
    text: "earlier",
    at: "2026-11-20T12:00:00Z",
  });
  const added = make({ type: "add", target: { item: "C1", lines: true }, as: uuid(903), text: "a line" });
  const document = having([late, early, reworded, added]);
  expect(addedItems(document, "r").map(({ text, scale }) => [text, scale])).toEqual([
    ["earlier", { type: "yesno" }],
    ["late", { type: "yesno" }],
  ]);
  expect(addedLines(document, "C1").map(({ text, scale }) => [text, scale])).toEqual([["a line", null]]);
  const gone = having([make({ type: "add", target: { rubric: "r" }, as: uuid(902), text: "" })], document);
  expect(addedItems(gone, "r").map(({ text }) => text)).toEqual(["late"]);
});

test("undo and redo walk back and forth, and a new gesture ends redo", () => {
  const [a, b] = [answer("C1", 1), answer("C1", 2)];
  const undo = (document: ReviewDocument) => {
    const of = undoable(document);
    return of ? having([make({ type: "undo", of: of.op })], document) : document;
  };
  const redo = (document: ReviewDocument) => {
    const of = redoable(document);
    return of ? having([make({ type: "undo", of: of.op })], document) : document;
  };
  const value = (document: ReviewDocument) => itemState(document, "C1").answer;
  const both = having([a, b]);
  const [one, none] = [undo(both), undo(undo(both))];
  expect([both, one, none, undo(none)].map(value)).toEqual([2, 1, null, null]);
  expect([redo(none), redo(redo(none)), redo(redo(redo(none)))].map(value)).toEqual([1, 2, 2]);
  expect(value(undo(redo(none)))).toBeNull();
  expect(redoable(having([answer("C2", "yes")], none))).toBeNull();
});

test("the overall score opens, with its draft, when every item is answered", () => {
  const step = fullFrame.steps[2];
  if (step?.type !== "score") throw new Error("the frame has a score step");
  const judged = having([answer("C1", 4), answer("C2", "yes"), answer("toString", "no")]);
  expect(isOpen(fullFrame, emptyDocument(), step)).toBe(false);
  expect(JSON.stringify(withhold(fullFrame, emptyDocument()))).not.toContain("overall line");
  expect(isOpen(fullFrame, judged, step)).toBe(true);
  expect(withhold(fullFrame, judged)).toBe(fullFrame);
});

test("what is missing is named in display order until nothing is", () => {
  const done = everything();
  const names = missing(fullFrame, emptyDocument()).map(
    ({ step, item, line }) => `${step} ${item} ${line ?? ""}`,
  );
  expect(names.map((name) => name.trim())).toEqual([
    "0 c1",
    "0 __proto__",
    "0 constructor",
    "1 C1 0",
    "1 C1 1",
    "1 C1 2",
    "1 C1",
    "1 C2",
    "1 toString 0",
    "1 toString",
    "2 overall 0",
    "2 overall",
    "3 preference 0",
    "3 preference",
    "4 label what c1",
    "4 label what __proto__",
    "5 label open",
    "6 ease",
  ]);
  for (let n = 0; n <= done.length; n += 1) {
    const document = having(done.slice(0, n));
    expect(missing(fullFrame, document)).toHaveLength(done.length - n);
    expect(progress(fullFrame, document)).toMatchObject({ done: n, total: done.length });
    expect(isComplete(fullFrame, document)).toBe(n === done.length);
  }
});

test("a rubric written from scratch needs an item", () => {
  const frame = {
    steps: [
      {
        type: "rubric" as const,
        kind: "checklist" as const,
        exposure: "none" as const,
        rubrics: [{ key: "r", by: "", items: [] }],
      },
    ],
  };
  const written = apply(
    frame,
    emptyDocument(),
    make({ type: "add", target: { rubric: "r" }, as: uuid(904), text: "Is it?" }),
  );
  if (isRefused(written)) throw new Error(written.refused);
  expect(missing(frame, emptyDocument())).toEqual([{ step: 0, what: "item" }]);
  expect(isComplete(frame, written)).toBe(true);
});

test("a complete document has one judgement per unit and one decision per drafted thing", () => {
  const extra = [
    make({ type: "add", target: { item: "C1", lines: true }, as: uuid(905), text: "more" }),
    make({ type: "add", target: { rubric: "r" }, as: uuid(906), text: "Is it short?" }),
    make({
      type: "time",
      spent: [
        { on: "C1", activeMs: 1200, idleMs: 30 },
        { on: "C1", activeMs: 300, idleMs: 0 },
      ],
    }),
  ];
  const rows = project(fullFrame, having([...everything(), ...extra]));
  expect(rows.judgements.map(({ item, value, draft, shown }) => [item, value, draft, shown])).toEqual([
    ["C1", 4, "d1", 1],
    ["C2", "na", null, 2],
    ["toString", "no", "d2", 3],
    ["overall", 3, "d3", 1],
    ["preference", 2, "d5", 1],
  ]);
  expect(
    rows.labels.map(({ question, item, labels, draft, shown }) => [question, item, labels, draft, shown]),
  ).toEqual([
    ["what", "c1", ["Tone", "__proto__"], { id: "u1", labels: ["Tone"] }, 1],
    ["what", "__proto__", [], null, 2],
    ["open", null, ["Closed"], null, 1],
  ]);
  expect(rows.judgements.map(({ lines }) => lines.map((line) => [line.line, line.action]))).toEqual([
    [
      [0, "accept"],
      [1, "accept"],
      [2, "accept"],
      [null, "add"],
    ],
    [],
    [[0, "accept"]],
    [[0, "remove"]],
    [[0, "accept"]],
  ]);
  expect(rows.judgements[0]).toMatchObject({ exposure: "draft-first", activeMs: 1500, idleMs: 30 });
  expect(rows.judgements[1]).toMatchObject({ activeMs: null, idleMs: null });
  expect(rows.decisions.map(({ item, action }) => [item, action])).toEqual([
    ["c1", "accept"],
    ["__proto__", "accept"],
    ["constructor", "accept"],
    [uuid(906), "add"],
  ]);
  expect(rows.asks).toEqual([{ step: 6, question: "ease", value: "easier" }]);
});

test("a look at the draft of the overall score meets whatever sets that score", () => {
  const look = touches([], make({ type: "reveal", step: 3, item: "overall" }));
  expect(look).toEqual(expect.arrayContaining(touches([], make({ type: "score", value: 3 }))));
  expect(look).toEqual(expect.arrayContaining(touches([], answer("overall", "no"))));
});

describe("whatever is done", () => {
  property.prop([anyOps])("applying one by one and folding the record give the same document", (ops) => {
    const document = recorded(ops);
    expect(fold(fullFrame, document.ops)).toEqual(document);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  property.prop([anyOps, fc.nat()])("a retried operation changes nothing", (ops, n) => {
    const document = recorded(ops);
    const again = document.ops[n % Math.max(1, document.ops.length)];
    if (again) expect(apply(fullFrame, document, again)).toBe(document);
    expect(fold(fullFrame, [...document.ops, ...document.ops])).toEqual(document);
    const other = again && make({ type: "note", text: "something else under the same id" });
    if (other) expect(fold(fullFrame, [...document.ops, { ...other, op: again.op }])).toEqual(document);
  });

  property.prop([anyOps, anyOp(), anyOp()])("operations on different targets commute", (ops, a, b) => {
    const before = recorded(ops);
    // Operation ids are unique.
    fc.pre(a.op !== b.op);
    if (a.type === "undo" || b.type === "undo") return;
    const names = new Set(touches(before.ops, a));
    if (touches(before.ops, b).some((name) => names.has(name))) return;
    const [ab, ba] = [fold(fullFrame, [...before.ops, a, b]), fold(fullFrame, [...before.ops, b, a])];
    expect(effects(ab)).toEqual(effects(ba));
  });

  property.prop([anyOps, fc.nat()])(
    "undo is as if the operation had never been made, and redo as if never undone",
    (ops, n) => {
      const document = recorded(ops);
      const of = document.ops[n % Math.max(1, document.ops.length)];
      if (!of) return;
      const undo = make({ type: "undo", of: of.op });
      const undone = apply(fullFrame, document, undo);
      if (isRefused(undone)) return;
      const without =
        of.type === "undo"
          ? document.ops.filter((op) => op !== of)
          : document.ops.filter((op) => op !== of && !(op.type === "undo" && op.of === of.op));
      expect(effects(undone)).toEqual(effects(fold(fullFrame, without)));
      const redone = apply(fullFrame, undone, make({ type: "undo", of: undo.op }));
      if (isRefused(redone)) throw new Error(redone.refused);
      expect(effects(redone)).toEqual(effects(document));
    },
  );

  property.prop([anyOps, anyOp()])(
    "an operation only takes what it names off the list of missing things",
    (ops, op) => {
      const document = recorded(ops);
      const next = apply(fullFrame, document, op);
      if (isRefused(next) || op.type === "undo") return;
      const [was, is] = [missing(fullFrame, document).length, missing(fullFrame, next).length];
      const takesBack =
        ("value" in op && op.value === null) ||
        ("action" in op && op.action === null) ||
        ("labels" in op && op.labels === null);
      expect(is).toBeLessThanOrEqual(takesBack ? was + 1 : was);
      expect(is).toBeGreaterThanOrEqual(was - 1);
    },
  );

  property.prop([anyOps])("progress, projection and gates never fail, and agree", (ops) => {
    const document = recorded(ops);
    const { done, total } = progress(fullFrame, document);
    expect(missing(fullFrame, document)).toHaveLength(total - done);
    const { judgements, decisions } = project(fullFrame, document);
    expect(new Set(judgements.map(({ step, item }) => `${step} ${item}`)).size).toBe(judgements.length);
    expect(new Set(decisions.map(({ item }) => item)).size).toBe(decisions.length);
    withhold(fullFrame, document);
  });

  property.prop([anyOps])("finishing any document gives one row per unit and drafted thing", (ops) => {
    const left = everything();
    const { judgements, decisions, labels, asks } = project(fullFrame, having(left, recorded(ops)));
    expect(judgements).toHaveLength(5);
    expect(judgements.flatMap(({ lines }) => lines).filter(({ action }) => action !== "add")).toHaveLength(6);
    expect(labels.map(({ labels: chosen }) => chosen)).toEqual([["Tone", "__proto__"], [], ["Closed"]]);
    expect(decisions.filter(({ action }) => action !== "add")).toHaveLength(3);
    expect(asks).toHaveLength(1);
  });
});
