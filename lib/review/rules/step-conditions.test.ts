import { expect, test } from "vitest";
import { emptyDocument, fold } from "@/lib/review/rules/apply";
import { missing, progress } from "@/lib/review/rules/complete";
import { objection } from "@/lib/review/rules/objections";
import { project } from "@/lib/review/rules/projection";
import { awaitsOpening, isOpen, showsMore, unopened, withhold } from "@/lib/review/rules/reveal";
import { labelKey } from "@/lib/review/rules/selectors";
import { applies } from "@/lib/review/rules/step-conditions";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";
import { make } from "@/lib/review/testing/operations";

const yesOrNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];
const isYes = (id: string) => ({ type: "ask" as const, id, is: "yes" });
const question = (id: string, ...after: string[]): StepFrame => ({
  type: "ask",
  id,
  question: `Is it ${id}?`,
  options: yesOrNo,
  ...(after.length > 0 && { onlyIf: after.map(isYes) }),
});
const item = (key: string, draft = false) => ({
  ...{
    key,
    rubric: "r",
    name: null,
    text: `Is ${key} met?`,
    scale: { type: "yesno" as const },
    category: null,
  },
  draft: draft ? { id: `d-${key}`, by: "m", value: "yes", lines: ["so"], first: 0, scoreLine: null } : null,
});

/** Two questions, a drafted list to review if both are answered with yes, and one to answer if the first is. */
const frame: ReviewFrame = {
  steps: [
    question("safe"),
    question("sense"),
    {
      type: "rubric",
      kind: "checklist",
      exposure: "draft-first",
      onlyIf: [isYes("safe"), isYes("sense")],
      rubrics: [{ key: "r", by: "m", items: [item("c1")] }],
    },
    {
      type: "judge",
      kind: "checklist",
      exposure: "draft-first",
      onlyIf: [isYes("safe")],
      items: [item("q1", true)],
    },
    {
      type: "score",
      question: "How good?",
      scale: { type: "points", min: 1, max: 5 },
      exposure: "none",
      opens: "when-judged",
      draft: null,
    },
  ],
};

const say = (id: string, value: string | null) => make({ type: "ask", question: id, value });
const accept = make({ type: "decide", target: { item: "c1" }, action: "accept" });
const after = (...ops: Op[]) => fold(frame, ops);
const owed = (...ops: Op[]) => missing(frame, after(...ops)).map(({ step, what }) => `${step} ${what}`);

test("a step is required only while all of its conditions hold", () => {
  expect(owed()).toEqual(["0 ask", "1 ask", "4 score"]);
  expect(owed(say("safe", "yes"))).toEqual(["1 ask", "3 decision", "3 answer", "4 score"]);
  expect(owed(say("safe", "yes"), say("sense", "yes"))).toContain("2 decision");
  expect(owed(say("safe", "no"), say("sense", "yes"))).toEqual(["4 score"]);
  const ruledOut = after(say("safe", "no"), say("sense", "no"), make({ type: "score", value: 1 }));
  expect(missing(frame, ruledOut)).toEqual([]);
  expect(progress(frame, ruledOut).steps[2]).toEqual({ done: 0, total: 0 });
});

test("a step whose conditions fail takes no decisions, and a score does not wait for its items", () => {
  const [, , rubric, , score] = frame.steps;
  const before = emptyDocument();
  const answer = make({ type: "answer", item: "q1", value: "yes" });
  const line = make({ type: "decide", target: { item: "q1", line: 0 }, action: "accept" });
  const own = make({ type: "add", target: { rubric: "r" }, as: accept.op, text: "Is it mine?" });
  for (const op of [accept, answer, line, own]) expect(objection(frame, before, op)).toBe("not-open");
  const both = after(say("safe", "yes"), say("sense", "yes"));
  for (const op of [accept, answer, line, own]) expect(objection(frame, both, op)).toBeNull();
  expect(objection(frame, before, make({ type: "note", text: "n" }))).toBeNull();
  expect(rubric && isOpen(frame, before, rubric)).toBe(false);
  expect(score && isOpen(frame, before, score)).toBe(true);
  expect(score && isOpen(frame, both, score)).toBe(false);
});

test("decisions that an answer has ruled out have no effect, and return when the answer is changed back", () => {
  const said = [say("safe", "yes"), say("sense", "yes"), accept];
  const decisions = (...ops: Op[]) =>
    project(frame, after(...said, ...ops)).decisions.map(({ item }) => item);
  expect(decisions()).toEqual(["c1"]);
  expect(decisions(say("sense", "no"))).toEqual([]);
  expect(decisions(say("sense", null))).toEqual([]);
  expect(decisions(say("sense", "no"), say("sense", "yes"))).toEqual(["c1"]);
});

test("drafts of a step stay on the server until its conditions hold", () => {
  const texts = (document = emptyDocument()) => JSON.stringify(withhold(frame, document));
  expect(texts()).not.toContain("Is c1 met?");
  expect(texts()).not.toContain("d-q1");
  const safe = after(say("safe", "yes"));
  expect(texts(safe)).toContain("d-q1");
  expect(texts(safe)).not.toContain("Is c1 met?");
  expect(showsMore(frame, emptyDocument(), safe)).toBe(true);
  expect(texts(after(say("safe", "yes"), say("sense", "yes")))).toContain("Is c1 met?");
  // The page of a prefetched assignment waits for drafts that it starts with, and for no others.
  expect(awaitsOpening(unopened(frame))).toBe(false);
});

test("a question that is not asked has no answer, and a label of the task is a condition too", () => {
  const chained: ReviewFrame = {
    steps: [
      question("a"),
      question("b", "a"),
      question("c", "b"),
      {
        ...{ type: "label", id: "kind", question: "Open or closed?", about: "task", exposure: "none" },
        ...{ labels: [{ name: "Open" }, { name: "Closed" }], several: false, none: false },
        units: [{ key: labelKey("kind", null), item: null, name: null, text: null, draft: null }],
      },
      { ...question("d"), onlyIf: [{ type: "label", id: "kind", is: "Open" }] },
    ],
  };
  const label = (name: string) => make({ type: "label", question: "kind", labels: [name] });
  const shown = (...ops: Op[]) =>
    chained.steps
      .filter((step) => applies(chained, fold(chained, ops), step))
      .map((step) => "id" in step && step.id);
  expect(shown()).toEqual(["a", "kind"]);
  expect(shown(say("a", "yes"), say("b", "yes"))).toEqual(["a", "b", "c", "kind"]);
  expect(shown(say("a", "no"), say("b", "yes"))).toEqual(["a", "kind"]);
  expect(shown(label("Open"))).toEqual(["a", "kind", "d"]);
  expect(shown(label("Closed"))).toEqual(["a", "kind"]);
});

test("one of several allowed answers is enough", () => {
  const several = { ...question("safe"), form: "several" } as StepFrame;
  const asked: ReviewFrame = { steps: [several, question("sense", "safe")] };
  const shown = (value: string[]) =>
    applies(asked, fold(asked, [make({ type: "ask", question: "safe", value })]), asked.steps[1]);
  expect([shown(["no", "yes"]), shown(["no"])]).toEqual([true, false]);
});
