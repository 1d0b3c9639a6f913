import { z } from "zod";
import type { ResponseRecord, TaskRecord } from "@/lib/dataset/schema";

/** An instance as LLMBar's files have it: the number of the output that follows the instruction is its label. */
export const LlmbarInstance = z.object({
  input: z.string(),
  output_1: z.string(),
  output_2: z.string(),
  label: z.union([z.literal(1), z.literal(2)]),
});
export type LlmbarInstance = z.infer<typeof LlmbarInstance>;

/** An instruction with two outputs, one of which is known to follow it better. */
export interface Instance {
  task: TaskRecord;
  outputs: readonly [ResponseRecord, ResponseRecord];
  label: 1 | 2;
}

/** The parts of an instance, on each of which people decide. */
export const PARTS = ["instruction", "output-1", "output-2", "better-output"] as const;
export type Part = (typeof PARTS)[number];
