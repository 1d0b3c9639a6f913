import { expect, test } from "vitest";
import { emptyDocument, fold } from "@/lib/review/rules/apply";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { make } from "@/lib/review/testing/operations";
import { targetOfNew } from "./new-text-target";
import { groupsIn } from "./target-groups";
import { addTarget, revealableAt, targetsOf } from "./targets";

const item = (key: string) => ({
  ...{ key, rubric: "r", name: null, text: `Is ${key} so?`, scale: { type: "yesno" as const } },
  ...{ category: null, draft: null },
});

/** A list to review on request, and questions to answer, only if a question was answered with yes. */
const frame: ReviewFrame = {
  steps: [
    {
      type: "ask",
      id: "safe",
      question: "Is it safe?",
      options: [
        { value: "yes", label: "Yes" },
        { value: "no", label: "No" },
      ],
    },
    {
      ...{ type: "rubric", kind: "checklist", exposure: "on-request", withheld: true },
      onlyIf: [{ type: "ask", id: "safe", is: "yes" }],
      rubrics: [{ key: "r", by: "", items: [] }],
    },
    {
      ...{ type: "judge", kind: "checklist", exposure: "none", items: [item("q1"), item("q2")] },
      onlyIf: [{ type: "ask", id: "safe", is: "yes" }],
    },
  ],
};
const safe = fold(frame, [make({ type: "ask", question: "safe", value: "yes" })]);
const unsafe = fold(frame, [make({ type: "ask", question: "safe", value: "no" })]);

test.each([
  ["before the question is answered", emptyDocument()],
  ["after another answer", unsafe],
])("%s no key leads into a step that is not shown", (_, document: ReviewDocument) => {
  expect(targetsOf(frame, document).map(({ id }) => id)).toEqual(["ask:safe"]);
  expect(targetOfNew(null, { frame, document })).toBeNull();
  expect(revealableAt(frame, document, null)).toBeNull();
  expect(groupsIn(frame, document)).toEqual([]);
});

test("no key adds to the parts of an instance", () => {
  const parts = { key: "r", by: "", isInstance: true as const, items: [item("p1")] };
  const steps: ReviewFrame["steps"] = [
    { type: "rubric", kind: "checklist", exposure: "draft-first", rubrics: [parts] },
  ];
  const [target = null] = targetsOf({ ...frame, steps }, emptyDocument());
  expect(target).toMatchObject({ kind: "item", item: "p1" });
  expect(targetOfNew(target, { frame: { ...frame, steps }, document: emptyDocument() })).toBeNull();
});

test("the answer makes its items, the field for new ones and the draft reachable", () => {
  expect(targetsOf(frame, safe)).toHaveLength(4);
  expect(targetOfNew(null, { frame, document: safe })).toBe(addTarget({ rubric: "r" }));
  expect(revealableAt(frame, safe, null)).toEqual({ step: 1 });
  expect(groupsIn(frame, safe)).toHaveLength(2);
  expect(groupsIn(frame, fold(frame, safe.ops))).toBe(groupsIn(frame, safe));
});
