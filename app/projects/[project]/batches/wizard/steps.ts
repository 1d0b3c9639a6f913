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
export type StepId = (typeof STEPS)[number]["id"];
