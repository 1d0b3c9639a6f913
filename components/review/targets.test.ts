import { expect, test } from "vitest";
import { emptyDocument, fold } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import {
  awaitedAt,
  itemTarget,
  lineTarget,
  missingAt,
  neighbour,
  nextUndecided,
  targetOf,
  targetsOf,
} from "./targets";

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

test("the keyboard moves through the lines, then to the answer, and skips a closed score", () => {
  const ids = targetsOf(frame, emptyDocument()).map((target) => target.id);
  expect(ids).toEqual(["line:0:C1", "line:1:C1", "answer:C1", "ask:ease"]);
});

const at = "2026-01-01T00:00:00Z";
const op = () => crypto.randomUUID();
const next = (of: ReviewFrame, ops: Op[], from: string | null) =>
  nextUndecided(of, fold(of, ops), from)?.id ?? null;

test("the next target is the next undecided one, wrapping from the end to the top", () => {
  const first: Op = { op: op(), at, type: "decide", target: { item: "C1", line: 0 }, action: "accept" };
  expect(next(frame, [], null)).toBe("line:0:C1");
  expect(next(frame, [first], "line:0:C1")).toBe("line:1:C1");
  const ease: Op = { op: op(), at, type: "ask", question: "ease", value: "y" };
  expect(next(frame, [first, ease], "ask:ease")).toBe("line:1:C1");
  const answer: Op = { op: op(), at, type: "answer", item: "C1", value: 4 };
  expect(next(frame, [first, ease, answer], "line:1:C1")).toBe("score");
  expect(missingAt(frame, fold(frame, [first]), "line:0:C1")).toEqual([]);
});

test("there is no next target when nothing else is undecided", () => {
  const scored: ReviewFrame = { steps: frame.steps.filter(({ type }) => type === "score") };
  expect(next(scored, [], "score")).toBeNull();
  expect(next(scored, [{ op: op(), at, type: "score", value: 3 }], null)).toBeNull();
});

test("the keyboard waits at a score whose draft is loading", () => {
  const draft = { id: "o", by: "m", value: 3, lines: ["so"], first: 0, scoreLine: null };
  const drafted = (more: object): ReviewFrame => ({
    steps: frame.steps.map((step) =>
      step.type === "score" ? { ...step, exposure: "draft-first" as const, ...more } : step,
    ),
  });
  const coming = drafted({ withheld: true });
  const there = drafted({ draft });
  const lines = [0, 1].map(
    (line): Op => ({ op: op(), at, type: "decide", target: { item: "C1", line }, action: "accept" }),
  );
  expect(next(coming, lines, "answer:C1")).toBe("ask:ease");
  const answered: Op[] = [...lines, { op: op(), at, type: "answer", item: "C1", value: 4 }];
  expect(next(coming, answered, "answer:C1")).toBe("score");
  const document = fold(coming, answered);
  const [score] = targetsOf(coming, document).filter(({ id }) => id === "score");
  expect(score && awaitedAt(coming, document, score)).toEqual({ step: 1, item: "overall" });
  expect(next(there, answered, "answer:C1")).toBe("line:0:overall");
});

test("a list without items is a target until it has one", () => {
  const empty: ReviewFrame = {
    steps: [
      { type: "rubric", kind: "checklist", exposure: "none", rubrics: [{ key: "c", by: "", items: [] }] },
    ],
  };
  expect(next(empty, [], null)).toBe("rubric:c");
  const added: Op = { op: op(), at, type: "add", target: { rubric: "c" }, as: op(), text: "Is it short?" };
  expect(targetsOf(empty, fold(empty, [added])).map(({ id }) => id)).toEqual([`added:${added.as}`]);
  expect(next(empty, [added], null)).toBeNull();
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

test("every missing part that can be worked on has a target", () => {
  const document = emptyDocument();
  const ids = new Set(targetsOf(frame, document).map((target) => target.id));
  const places = missing(frame, document)
    .filter(({ what }) => what !== "score")
    .map((requirement) => targetOf(frame, requirement));
  expect(places.length).toBe(4);
  for (const place of places) expect(ids).toContain(place);
});

test("a missing reason has the target of its decision", () => {
  expect(targetOf(frame, { step: 1, what: "reason", item: "C1", line: 1 })).toBe(lineTarget("C1", 1));
  expect(targetOf(frame, { step: 0, what: "reason", item: "c1" })).toBe(itemTarget("c1"));
});
