import { z } from "zod";

/** One turn of a conversation with a model. Judged texts never go into the system role. */
export const ChatMessage = z.strictObject({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

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
  messages: readonly ChatMessage[];
  sampling: Sampling;
  schema?: AnswerSchema;
  /** 0 … k - 1 when the same question is asked k times. */
  sampleIndex: number;
  /** 0, and one more for each time an answer could not be read. */
  attempt: number;
}

export const Provider = z.enum(["openai-compatible", "openai", "anthropic", "google"]);
export type Provider = z.infer<typeof Provider>;

/** Tokens as the provider counted them. */
export const Usage = z.strictObject({
  input: z.number().optional(),
  cachedInput: z.number().optional(),
  output: z.number().optional(),
  reasoning: z.number().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** One request over the wire, and how it ended: a status, or why there was none. */
export const HttpAttempt = z.strictObject({
  at: z.iso.datetime(),
  milliseconds: z.number(),
  status: z.int().optional(),
  failure: z.string().optional(),
  waitMilliseconds: z.number().optional(),
});
export type HttpAttempt = z.infer<typeof HttpAttempt>;

/** A call that came back, with everything known of how: the provenance of a draft. */
export const CompletionRecord = z.strictObject({
  text: z.string(),
  reasoning: z.string().optional(),
  finishReason: FinishReason,
  refusal: z.boolean().optional(),
  modelRequested: z.string(),
  modelReturned: z.string().optional(),
  requestId: z.string().optional(),
  systemFingerprint: z.string().optional(),
  samplingRequested: Sampling,
  samplingSent: Sampling.partial(),
  samplingDropped: z.array(z.string()),
  warnings: z.array(z.string()),
  usage: Usage,
  latencyMs: z.number(),
  attempts: z.array(HttpAttempt),
  /** Came from a recording, not from the endpoint. */
  fromCache: z.boolean(),
});
export type CompletionRecord = z.infer<typeof CompletionRecord>;

/** What a call can fail for. The first five can pass by themselves; the others want a person. */
export const FailureKind = z.enum([
  "rate-limited",
  "server-error",
  "timeout",
  "network",
  "cancelled",
  "refused-address",
  "redirect",
  "too-large",
  "unauthorised",
  "not-found",
  "bad-request",
  "bad-answer",
  "not-recorded",
]);
export type FailureKind = z.infer<typeof FailureKind>;
