import type { DesignSection } from "@/lib/batch/rules/design";

/** Steps of the wizard, in order: the sections of a design, and a review. */
export const STEPS: readonly { id: DesignSection | "review"; label: string }[] = [
  { id: "subjects", label: "Material" },
  { id: "protocol", label: "Protocol" },
  { id: "arms", label: "Arms" },
  { id: "annotators", label: "Annotators" },
  { id: "guidelines", label: "Guidelines" },
  { id: "quality", label: "Quality" },
  { id: "order", label: "Order and time" },
  { id: "review", label: "Review" },
];

/** Parameter of the wizard's address with the step on the screen. The first step has none. */
export const STEP_PARAMETER = "step";

export type StepId = (typeof STEPS)[number]["id"];
