import { expect, test } from "vitest";
import { Autosave } from "@/lib/review/client/autosave";
import { questionAnswer } from "@/lib/review/rules/selectors";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { ReviewStore } from "./store";
import { lineTarget } from "./targets";

const frame: ReviewFrame = {
  steps: [
    { type: "ask", id: "why", question: "Why?", form: "text", options: [] },
    { type: "ask", id: "what", question: "What else?", form: "text", options: [] },
  ],
};

const judged: ReviewFrame = {
  steps: [
    {
      type: "judge",
      kind: "criteria",
      exposure: "draft-first",
      items: [
        {
          ...{ key: "C1", rubric: "c", name: null, text: "Clear", category: null },
          scale: { type: "points", min: 1, max: 5 },
          draft: { id: "d", by: "m", value: 4, lines: ["one", "two", "three"], first: 0, scoreLine: 1 },
        },
      ],
    },
  ],
};

/** The store of a preview, which sends nothing. */
function opened(at = frame) {
  const sync = new Autosave({
    ...{ id: "a", lease: "l", leaseMinutes: 30, version: 0, savedAt: null },
    ...{ frame: at, ops: [], rehearsal: true },
  });
  const store = new ReviewStore(sync, null);
  const answers = () => ["why", "what"].map((question) => questionAnswer(store.state().document, question));
  const type = (question: string, ...pauses: string[]) => {
    for (const value of pauses) store.write({ type: "ask", question, value });
  };
  return { sync, store, answers, type };
}

test("a text typed with pauses is one step of undo, and of redo, until its field is left", () => {
  const { sync, store, answers, type } = opened();
  type("why", "It", "It is", "It is short");
  store.leaveText();
  type("why", "It is short.", "It is short. Too short");
  const seen = [];
  for (let n = 0; n < 3; n++) seen.push([sync.undo(), answers()[0]]);
  for (let n = 0; n < 3; n++) seen.push([sync.redo(), answers()[0]]);
  expect(seen).toEqual([
    [true, "It is short"],
    [true, null],
    [false, null],
    [true, "It is short"],
    [true, "It is short. Too short"],
    [false, "It is short. Too short"],
  ]);
});

test("another operation in between begins another step, and so does a field that was not left", () => {
  const { sync, store, answers, type } = opened();
  type("why", "It", "It is");
  store.perform({ type: "flag", code: "unsafe", on: true });
  type("why", "It is short");
  type("what", "No", "Nothing");
  const seen = [];
  for (let n = 0; n < 4; n++) {
    sync.undo();
    seen.push([...answers(), Object.keys(store.state().document.flags).length]);
  }
  expect(seen).toEqual([
    ["It is short", null, 1],
    ["It is", null, 1],
    ["It is", null, 0],
    [null, null, 0],
  ]);
});

test("after a new text the focus returns to where it began, after a revision it moves on from the revised draft", () => {
  const { store } = opened(judged);
  const [one, two, three] = [0, 1, 2].map((line) => lineTarget("C1", line)) as [string, string, string];
  store.focus(one);
  store.quote("C1", "so it is");
  expect(store.finish(null)).toBe(one);
  // The annotator clicks another line before the quotation is finished, and revises that.
  store.quote("C1", "and this");
  store.focus(two);
  store.edit(two);
  store.write({ type: "decide", target: { item: "C1", line: 1 }, action: "revise", text: "two and a half" });
  expect(store.finish(two)).toBe(three);
});
