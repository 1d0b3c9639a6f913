import { expect, test } from "vitest";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import { askStep, labelStep, pairView, preferStep, rubricStep, stepPartsOf } from "./lazy-steps";

const judge = (exposure: "none" | "draft-first"): ReviewFrame => ({
  steps: [{ type: "judge", kind: "checklist", exposure, items: [] }],
});

test("an assignment without drafts to answer needs nothing beside the workbench", () => {
  expect(stepPartsOf({ frame: judge("none"), pair: null })).toEqual([]);
});

test("the parts around drafted values load while the drafts are withheld", () => {
  const withheld: ReviewFrame = judge("draft-first");
  expect(stepPartsOf({ frame: withheld, pair: null })).toHaveLength(1);
});

test("each kind of step, and the comparison, loads its own parts", () => {
  const frame: ReviewFrame = {
    steps: [
      { type: "rubric", kind: "checklist", exposure: "none", rubrics: [] },
      { type: "prefer", question: "", form: "five-point", exposure: "none", draft: null },
      {
        type: "label",
        id: "l",
        question: "",
        about: "task",
        labels: [],
        several: false,
        none: false,
        exposure: "none",
        units: [],
      },
      { type: "ask", id: "a", question: "", form: "text", options: [] },
    ],
  };
  expect(stepPartsOf({ frame, pair: {} })).toEqual([rubricStep, preferStep, labelStep, askStep, pairView]);
});
