import type { Protocol, Step } from "@/lib/protocol/schema";

/** The kind of subject of an assignment. */
export type SubjectKind = "task" | "response" | "pair";

/** Each kind as a heading, for one and for several. */
export const KIND_NAME: Record<SubjectKind, string> = { task: "Task", response: "Response", pair: "Pair" };
export const KIND_NAMES: Record<SubjectKind, string> = {
  task: "Tasks",
  response: "Responses",
  pair: "Pairs",
};

/**
 * The kind of subject a protocol needs: a pair if it compares, a task if it only reviews rubrics, labels tasks or
 * items, and asks questions, otherwise a response.
 */
export function subjectKindOf({ steps }: Protocol): SubjectKind {
  if (steps.some(({ type }) => type === "prefer")) return "pair";
  const ofTask = steps.some(({ type }) => type === "rubric" || type === "label");
  return ofTask && !steps.some(isAboutResponse) ? "task" : "response";
}

/** True if a step is about one response. */
export function isAboutResponse(step: Step): boolean {
  return (
    step.type === "judge" || step.type === "score" || (step.type === "label" && step.about === "response")
  );
}

/** True if annotators who follow a protocol may see a task's reference answer. */
export function showsReference({ steps }: Protocol): boolean {
  return steps.every((step) => step.type === "ask" || step.reference !== "hidden");
}
