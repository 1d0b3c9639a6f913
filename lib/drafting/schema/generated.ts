import { z } from "zod";
import { ResponseRole, ResponseTrace, StopReason } from "@/lib/drafting/schema";

/** The responses of a run that become ordinary responses of its dataset. */
export const AddedResponses = z.enum(["none", "final", "all"]);
export type AddedResponses = z.infer<typeof AddedResponses>;

export const AddResponsesBody = z.strictObject({ which: AddedResponses.exclude(["none"]) });

/** External scores of a response by name, such as those of a benchmark or a reward model. */
export const Scores = z.record(z.string().min(1).max(100), z.number());
export type Scores = z.infer<typeof Scores>;

/** A response that a run generated. */
export const GeneratedResponseView = z.object({
  id: z.string(),
  /** Its id in files, and the key of the response it is added as. */
  key: z.string(),
  role: ResponseRole,
  iteration: z.number(),
  sample: z.number(),
  temperature: z.number().nullable(),
  text: z.string(),
  isFinal: z.boolean(),
  /** Questions answered yes, answered, and asked; null without a checklist. */
  passed: z.object({ yes: z.number(), answered: z.number(), asked: z.number() }).nullable(),
  trace: ResponseTrace,
  flags: z.array(z.string()),
  scores: Scores,
  /** The ordinary response it was added as; null if it is in the run only. */
  responseId: z.string().nullable(),
});
export type GeneratedResponseView = z.infer<typeof GeneratedResponseView>;

/** A unit's responses in the order in which they were written. */
export const GeneratedUnit = z.object({
  unit: z.string(),
  position: z.number(),
  task: z.object({ id: z.string(), key: z.string(), instruction: z.string() }),
  stopped: StopReason.nullable(),
  responses: z.array(GeneratedResponseView),
});
export type GeneratedUnit = z.infer<typeof GeneratedUnit>;

/** All that is known, one JSON object a line; records of a study file; a table; traces to read. */
export const GeneratedFormat = z.enum(["jsonl", "study", "csv", "text"]);
export type GeneratedFormat = z.infer<typeof GeneratedFormat>;

export const GeneratedFileQuery = z.strictObject({ format: GeneratedFormat.default("jsonl") });
