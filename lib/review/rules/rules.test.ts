import { expect, test } from "vitest";
import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import { missing, progress } from "@/lib/review/rules/complete";
import { touches } from "@/lib/review/rules/operation-conflicts";
import { project } from "@/lib/review/rules/projection";
import { isOpen, withhold } from "@/lib/review/rules/reveal";
import { addedItems, addedLines, itemState } from "@/lib/review/rules/selectors";
import { redoable, undoable, undoneBy } from "@/lib/review/rules/undo";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { fullFrame } from "@/lib/review/testing/arbitrary";
import { answer, at, everything, having, item, make, uuid } from "@/lib/review/testing/operations";

test("a decision is changed and cleared", () => {
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

test("undo and redo walk back and forth, and a new operation ends redo", () => {
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

test("all saves of one text while it was typed are undone and redone in one step, and nothing else with them", () => {
  const text = (words: string, more: object = {}) =>
    make({ type: "add", target: { rubric: "r" }, as: uuid(904), text: words, ...more });
  const begun = text("Is it");
  const further = text("Is it kind", { continues: begun.op });
  const whole = text("Is it kind?", { continues: further.op });
  const another = make({ type: "note", text: "Unsure.", continues: whole.op });
  const texts = (document: ReviewDocument) => [document.added[uuid(904)]?.text ?? null, document.note];
  const undoOf = (of: { op: string } | null) => make({ type: "undo", of: of?.op });

  const typed = having([begun, further, make({ type: "time", spent: [] }), whole, another]);
  const first = having([undoOf(undoable(typed))], typed);
  expect(texts(first)).toEqual(["Is it kind?", ""]);
  const none = having([undoOf(undoable(first))], first);
  expect([texts(none), undoable(none)]).toEqual([[null, ""], null]);
  const again = having([undoOf(redoable(none))], none);
  expect(texts(again)).toEqual(["Is it kind?", ""]);
  expect(texts(having([undoOf(redoable(again))], again))).toEqual(["Is it kind?", "Unsure."]);
});

test("a text saved 20,000 times while it was typed is undone as a whole", () => {
  const start = make({ type: "flag", code: "unsafe", on: true });
  const typed = [start];
  for (let n = 1; n <= 20_000; n++)
    typed.push(make({ type: "note", text: `${n}`, continues: typed.at(-1)?.op }));
  const notes = typed.slice(1).map(({ op }) => op);
  const undoOf = (of: string | undefined) => make({ type: "undo", of });
  const undo = undoOf(notes.at(-1));
  expect([...undoneBy([...typed, undo])].sort()).toEqual([...notes].sort());
  expect([...undoneBy([...typed, undo, undoOf(undo.op)])]).toEqual([undo.op]);
  expect(undoneBy([...typed, ...notes.map(undoOf)]).size).toBe(20_000);
  expect(undoneBy([...typed, undoOf(notes[9_999])]).size).toBe(10_000);
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

test("missing parts are named in display order until the document is complete", () => {
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
  expect(missing(frame, written)).toEqual([]);
});

test("a complete document has one judgement per unit and one decision per drafted item or line", () => {
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

test("revealing the draft of the overall score conflicts with every operation that sets it", () => {
  const look = touches([], make({ type: "reveal", step: 3, item: "overall" }));
  expect(look).toEqual(expect.arrayContaining(touches([], make({ type: "score", value: 3 }))));
  expect(look).toEqual(expect.arrayContaining(touches([], answer("overall", "no"))));
});
