import { expect, test } from "vitest";
import { emptyDocument, fold } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import type { ReviewFrame } from "@/lib/review/schema";
import { itemTarget, lineTarget, neighbour, nextAfter, targetOf, targetsOf } from "./targets";

const frame: ReviewFrame = {
  steps: [
    {
      type: "judge",
      kind: "criteria",
      exposure: "draft-first",
      items: [
        {
          key: "C1",
          rubric: "c",
          name: null,
          text: "Clear",
          scale: { type: "points", min: 1, max: 5 },
          category: null,
          draft: { id: "d", by: "m", value: 4, lines: ["one", "two"], first: 0, scoreLine: 1 },
        },
      ],
    },
    {
      type: "score",
      question: "Overall?",
      scale: { type: "points", min: 1, max: 5 },
      exposure: "none",
      opens: "when-judged",
      draft: null,
    },
    {
      type: "ask",
      id: "ease",
      question: "Easier?",
      options: [
        { value: "y", label: "Yes" },
        { value: "n", label: "No" },
      ],
    },
  ],
};

test("the keyboard walks lines, then the answer; a closed score is not in the way", () => {
  const ids = targetsOf(frame, emptyDocument()).map((target) => target.id);
  expect(ids).toEqual(["line:0:C1", "line:1:C1", "answer:C1", "ask:ease"]);
});

test("the hand waits for the draft of a score that has just opened, and does not pass it by", () => {
  const at = "2026-01-01T00:00:00Z";
  const op = "00000000-0000-4000-8000-000000000009";
  const draft = { id: "o", by: "m", value: 3, lines: ["so"], first: 0, scoreLine: null };
  const drafted = (more: object): ReviewFrame => ({
    steps: frame.steps.map((step) =>
      step.type === "score" ? { ...step, exposure: "draft-first" as const, ...more } : step,
    ),
  });
  const coming = drafted({ withheld: true });
  const there = drafted({ draft });
  expect(nextAfter(coming, emptyDocument(), "answer:C1")?.id).toBe("ask:ease");
  const answered = fold(coming, [{ op, at, type: "answer", item: "C1", value: 4 }]);
  expect(nextAfter(coming, answered, "answer:C1")).toBeNull();
  expect(nextAfter(there, answered, "answer:C1")?.id).toBe("line:0:overall");
  expect(nextAfter(there, answered, "ask:ease")).toBeNull();
});

test("the score joins once every item is answered", () => {
  const answered = fold(frame, [
    { op: crypto.randomUUID(), at: "2026-11-20T10:00:00Z", type: "answer", item: "C1", value: 3 },
  ]);
  expect(targetsOf(frame, answered).map((target) => target.id)).toContain("score");
});

test("walking wraps at both ends and starts anywhere", () => {
  const targets = targetsOf(frame, emptyDocument());
  expect(neighbour(targets, "ask:ease", 1)?.id).toBe("line:0:C1");
  expect(neighbour(targets, "line:0:C1", -1)?.id).toBe("ask:ease");
  expect(neighbour(targets, null, 1)?.id).toBe("line:0:C1");
  expect(neighbour([], null, 1)).toBeNull();
});

test("everything missing that can be worked on has a place to go to", () => {
  const document = emptyDocument();
  const ids = new Set(targetsOf(frame, document).map((target) => target.id));
  const places = missing(frame, document)
    .filter(({ what }) => what !== "score")
    .map(targetOf);
  expect(places.length).toBe(4);
  for (const place of places) expect(ids).toContain(place);
});

test("a reason that is owed is found where the decision was made", () => {
  expect(targetOf({ step: 1, what: "reason", item: "C1", line: 1 })).toBe(lineTarget("C1", 1));
  expect(targetOf({ step: 0, what: "reason", item: "c1" })).toBe(itemTarget("c1"));
});
