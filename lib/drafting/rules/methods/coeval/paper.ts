import { z } from "zod";
import { instructionOf, MATERIAL, samplingParams } from "@/lib/drafting/rules/method";
import type { Slot } from "@/lib/drafting/rules/prompt-template";
import type { DraftInput } from "@/lib/drafting/schema";
import type { ChatMessage } from "@/lib/llm/schema";
import { CITATIONS } from "@/lib/protocol/rules/citations";

/*
 * Li et al. (2023), CoEval: a model drafts the criteria of a task, scores outputs criterion by criterion with
 * explanation lines, and then overall; people decide on every criterion and line.
 */

export const PAPER = CITATIONS.coeval;
export const SYSTEM: ChatMessage = {
  role: "system",
  content: `You evaluate texts that were written for a task.\n\n${MATERIAL}`,
};

export const Params = z.strictObject(samplingParams(2048));
export type Params = z.infer<typeof Params>;

/** The highest point of an overall score. Self-Instruct's is scored on four levels in the paper. */
export const overallScale = {
  highest: z
    .int()
    .min(2)
    .max(10)
    .optional()
    .meta({ title: "Highest score", description: "Of the overall score, which begins at 1. Empty: 5." }),
};
export const highestOf = ({ highest = 5 }: { highest?: number | undefined }) => highest;

/** The experts' description of the task as a whole; without it, instruction and input. */
export const taskOf = (input: DraftInput) => ({
  label: "TASK",
  text: input.description ?? instructionOf(input).text,
});

/**
 * The task and input that the judged output was written for. A description of the task as a whole does not contain
 * that, so instruction and input follow it; without one the instruction is the task and its input the input.
 */
export function taskAndInputOf(input: DraftInput): Record<"task" | "input", Slot> {
  if (input.description !== undefined)
    return { task: taskOf(input), input: { label: "INPUT", text: instructionOf(input).text } };
  const { input: applied, ...instruction } = input;
  return {
    task: { label: "TASK", text: instructionOf(instruction).text },
    input: applied ? { label: "INPUT", text: applied } : "",
  };
}
