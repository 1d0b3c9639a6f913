import type { Step } from "@/lib/protocol/schema";
import type { DraftView, StepFrame } from "@/lib/review/schema/stimulus";

/**
 * A step's frame without the drafter's name, where the step hides it. Drafts by rules are always labelled.
 */
export function withoutDrafter(frame: StepFrame, step: Step | undefined): StepFrame {
  if (!step || !("drafter" in step) || step.drafter !== "hidden") return frame;
  switch (frame.type) {
    case "rubric":
      return {
        ...frame,
        rubrics: frame.rubrics.map((rubric) => (rubric.isRuleBased ? rubric : { ...rubric, by: "" })),
      };
    case "judge":
      return { ...frame, items: frame.items.map((item) => ({ ...item, draft: unnamed(item.draft) })) };
    case "score":
    case "prefer":
      return { ...frame, draft: unnamed(frame.draft) };
    case "label":
      return { ...frame, units: frame.units.map((unit) => ({ ...unit, draft: unnamed(unit.draft) })) };
    case "ask":
      return frame;
  }
}

function unnamed(draft: DraftView | null): DraftView | null {
  return draft && (draft.rules ? draft : { ...draft, by: "" });
}
