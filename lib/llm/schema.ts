import { z } from "zod";

/** One turn of a conversation with a model. Judged texts never go into the system role. */
export const Message = z.strictObject({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string(),
});
export type Message = z.infer<typeof Message>;

/** What a method asks for. What a model was sent may be less: some refuse a temperature. Both are kept. */
export const Sampling = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
  seed: z.int().optional(),
  maxOutputTokens: z.int().min(1).max(200_000),
  reasoning: z.enum(["none", "low", "medium", "high", "provider-default"]).optional(),
});
export type Sampling = z.infer<typeof Sampling>;

/** A JSON schema that the answer has to follow: every field required, no ranges (zod checks those afterwards). */
export interface AnswerSchema {
  name: string;
  jsonSchema: Record<string, unknown>;
}

export const FinishReason = z.enum(["stop", "length", "content-filter", "error", "other"]);
export type FinishReason = z.infer<typeof FinishReason>;

/** One call of a model. The sample index and the attempt are part of what makes a call the same call. */
export interface CompletionRequest {
  messages: readonly Message[];
  sampling: Sampling;
  schema?: AnswerSchema;
  /** 0 … k - 1 when the same question is asked k times. */
  sampleIndex: number;
  /** 0, and one more for each time an answer could not be read. */
  attempt: number;
}
