import { expect, test } from "vitest";
import { OVERALL } from "@/lib/judgement/schema/units";
import { emptyDocument, fold } from "@/lib/review/rules/apply";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { groupOf, groupOfRequirement, groupsIn, incompleteIn, stateOfGroup } from "./target-groups";
import { addedTarget, addTarget, answerTarget, itemTarget, lineTarget, scoreTarget } from "./targets";

const item = (key: string, lines: string[] = []) => ({
  key,
  rubric: "c",
  name: null,
  text: `About ${key}`,
  scale: { type: "yesno" as const },
  category: null,
  draft: lines.length > 0 ? { id: "d", by: "m", value: "yes", lines, first: 0, scoreLine: null } : null,
});

const frame = {
  steps: [
    { type: "judge", kind: "checklist", exposure: "draft-first", items: [item("c1", ["so"]), item("c2")] },
  ],
} as unknown as ReviewFrame;

const at = "2026-11-23T00:00:00Z";
const ops = [
  { op: "00000000-0000-4000-8000-000000000001", at, type: "answer", item: "c1", value: "yes" },
  { op: "00000000-0000-4000-8000-000000000002", at, type: "answer", item: "c2", value: "no" },
] as Op[];
const NEW = "00000000-0000-4000-8000-000000000004";
const line = {
  op: "00000000-0000-4000-8000-000000000003",
  at,
  type: "decide",
  target: { item: "c1", line: 0 },
  action: "accept",
} as Op;

test("a unit is folded once its value and every line are decided", () => {
  const [first, second] = groupsIn(frame, emptyDocument());
  if (!first || !second) throw new Error("two groups were made");
  const answered = fold(frame, ops);
  expect([...incompleteIn(frame, answered)]).toEqual(["answer:c1"]);
  expect(stateOfGroup({ frame, document: answered }, first)).toBe("todo");
  expect(stateOfGroup({ frame, document: answered }, second)).toBe("done");
  const all = fold(frame, [...ops, line]);
  expect(stateOfGroup({ frame, document: all }, first)).toBe("done");
});

test("drafted and added lines, and a line being written, belong to the group of their value", () => {
  const add = { ...line, type: "add", target: { item: "c1", lines: true }, as: NEW, text: "x" } as Op;
  const state = { frame, document: fold(frame, [add]) };
  expect(groupOf(state, lineTarget("c1", 0))).toBe(answerTarget("c1"));
  expect(groupOf(state, addedTarget(NEW))).toBe(answerTarget("c1"));
  expect(groupOf(state, addTarget({ item: "c1" }))).toBe(answerTarget("c1"));
  expect(groupOf(state, answerTarget("c2"))).toBe(answerTarget("c2"));
  expect(groupOf(state, addTarget({ rubric: "c" }))).toBe(addTarget({ rubric: "c" }));
  expect(groupOf(state, null)).toBeNull();
});

test("an undecided line belongs to the group of its value, also before its step is open", () => {
  const missed = { step: 0, what: "decision", item: "c1", line: 0 } as const;
  expect(groupOfRequirement(frame, missed)).toBe(answerTarget("c1"));
  expect(groupOfRequirement(frame, { ...missed, item: OVERALL })).toBe(scoreTarget);
  expect(groupOfRequirement(frame, { step: 0, what: "decision", item: "c1.2" })).toBe(itemTarget("c1.2"));
});
