import { z } from "zod";

/** One turn of a conversation with a model. Judged texts never go into the system role. */
export const ChatMessage = z.strictObject({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/**
 * Sampling settings a method requests. A model may be sent fewer: some refuse a temperature. Both are stored.
 */
export const Sampling = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
  seed: z.int().optional(),
  maxOutputTokens: z.int().min(1).max(200_000),
  reasoning: z.enum(["none", "low", "medium", "high", "provider-default"]).optional(),
});
export type Sampling = z.infer<typeof Sampling>;

/**
 * A JSON schema that the answer must follow: all fields required, no ranges (zod checks those afterwards).
 */
export interface AnswerSchema {
  name: string;
  jsonSchema: Record<string, unknown>;
}

export const FinishReason = z.enum(["stop", "length", "content-filter", "error", "other"]);
export type FinishReason = z.infer<typeof FinishReason>;

/** One call of a model. Sample index and attempt are part of its identity. */
export interface CompletionRequest {
  messages: readonly ChatMessage[];
  sampling: Sampling;
  schema?: AnswerSchema;
  /** 0 … k - 1 when the same question is sampled k times. */
  sampleIndex: number;
  /** 0, plus one for each answer that could not be parsed. */
  attempt: number;
}

export const Provider = z.enum(["openai-compatible", "openai", "anthropic", "google"]);
export type Provider = z.infer<typeof Provider>;

/** Tokens as counted by the provider. */
export const Usage = z.strictObject({
  input: z.number().optional(),
  cachedInput: z.number().optional(),
  output: z.number().optional(),
  reasoning: z.number().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** One HTTP request and its result: a status, or why there was none. */
export const HttpAttempt = z.strictObject({
  at: z.iso.datetime(),
  milliseconds: z.number(),
  status: z.int().optional(),
  failure: z.string().optional(),
  waitMilliseconds: z.number().optional(),
});
export type HttpAttempt = z.infer<typeof HttpAttempt>;

/** A successful call with everything known about it: the provenance of a draft. */
export const CompletionRecord = z.strictObject({
  text: z.string(),
  reasoning: z.string().optional(),
  finishReason: FinishReason,
  refusal: z.boolean().optional(),
  /** The endpoint evidently read a part of the prompt only. */
  promptCut: z.boolean().optional(),
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
  /** Replayed from a recording, not from the endpoint. */
  fromCache: z.boolean(),
});
export type CompletionRecord = z.infer<typeof CompletionRecord>;

/** Why a call failed. The first five may pass by themselves; the others need a person. */
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
