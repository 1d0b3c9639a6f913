import { describe, expect, test } from "vitest";
import { apply, emptyDocument, isRefused } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { project } from "@/lib/review/rules/projection";
import { withhold } from "@/lib/review/rules/reveal";
import { labelKey } from "@/lib/review/rules/selectors";
import type { ReviewDocument } from "@/lib/review/schema/document";
import { fullFrame, revealFrame } from "@/lib/review/testing/arbitrary";
import { effects, having, item, make, refusal, uuid } from "@/lib/review/testing/operations";

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

  test("when it adds to the parts of an instance, which stay as many as they are", () => {
    const steps = fullFrame.steps.map((step) =>
      step.type === "rubric"
        ? { ...step, rubrics: step.rubrics.map((one) => ({ ...one, isInstance: true as const })) }
        : step,
    );
    const op = make({ type: "add", target: { rubric: "r" }, as: uuid(9), text: "A fifth part" });
    expect(apply({ ...fullFrame, steps }, emptyDocument(), op)).toEqual({ refused: "no-addition" });
  });

  test("when it undoes twice, or undoes time", () => {
    const first = item("c1");
    const time = make({ type: "time", spent: [] });
    const document = having([first, time, make({ type: "undo", of: first.op })]);
    expect(refusal({ type: "undo", of: first.op }, document)).toBe("already-undone");
    expect(refusal({ type: "undo", of: time.op }, document)).toBe("not-undoable");
  });
});
