import { expect, test } from "vitest";
import { emptyDocument, fold } from "@/lib/review/rules/apply";
import type { Op } from "@/lib/review/schema/operation";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { groupOf, groupsIn, incompleteIn, stateOfGroup } from "./groups";

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
const line = {
  op: "00000000-0000-4000-8000-000000000003",
  at,
  type: "decide",
  target: { item: "c1", line: 0 },
  action: "accept",
} as Op;

test("a unit is done when its value and every line are: until then it is no folded one", () => {
  const [first, second] = groupsIn(frame);
  if (!first || !second) throw new Error("two groups were made");
  const answered = fold(frame, ops);
  expect([...incompleteIn(frame, answered)]).toEqual(["answer:c1"]);
  expect(stateOfGroup({ frame, document: answered }, first)).toBe("todo");
  expect(stateOfGroup({ frame, document: answered }, second)).toBe("done");
  const all = fold(frame, [...ops, line]);
  expect(stateOfGroup({ frame, document: all }, first)).toBe("done");
});

test("lines, drafted and one's own, and what is being written belong to the group of their value", () => {
  const document = emptyDocument();
  expect(groupOf("line:3:c1", document)).toBe("answer:c1");
  expect(groupOf("new:line:c1", document)).toBe("answer:c1");
  expect(groupOf("line:0:overall", document)).toBe("score");
  expect(groupOf("item:c1.2", document)).toBe("item:c1.2");
  expect(groupOf("new:rubric:c", document)).toBe("new:rubric:c");
  const added = { a: { target: { item: "c1", lines: true as const }, text: "x", at } };
  expect(groupOf("added:a", { added } as never)).toBe("answer:c1");
  expect(groupOf(null, document)).toBeNull();
});
