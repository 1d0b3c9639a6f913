import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  APICallError,
  type EmbeddingModelV3,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
} from "@ai-sdk/provider";
import { CallFailure, failureOf } from "./failure";
import { type Wire, WireError } from "./http";
import { isPromptCut } from "./prompt-cut";
import { delayBefore, isTransient, LONGEST_WAIT, MAX_ATTEMPTS, waitHint } from "./retry";
import type { CompletionRecord, CompletionRequest, HttpAttempt, Provider, Sampling } from "./schema";

export interface ModelClient {
  complete: (request: CompletionRequest, signal?: AbortSignal) => Promise<CompletionRecord>;
  embed: (texts: readonly string[], signal?: AbortSignal) => Promise<number[][]>;
}

export interface ClientOptions {
  provider: Provider;
  base: string;
  model: string;
  embeddingModel?: string;
  apiKey: string | null;
  wire: Wire;
  /** Sampling settings this model is known to refuse; newly found ones are passed to `learned`. */
  refuses?: readonly (keyof Sampling)[];
  learned?: (setting: keyof Sampling) => void;
  /** Called with the raw body of the response. */
  received?: (body: unknown) => void;
  /**
   * Waits for permission to make one request, and may refuse by throwing; returns a function that ends the
   * permission.
   */
  acquire?: (signal?: AbortSignal) => Promise<(attempt: HttpAttempt) => void>;
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  chance?: () => number;
}

/** Settings of ours that a provider's API has no parameter for: they are never sent, and recorded as dropped. */
const WITHOUT_PARAMETER: Record<Provider, readonly (keyof Sampling)[]> = {
  "openai-compatible": [],
  openai: [],
  anthropic: ["reasoning"],
  google: ["reasoning"],
};

/** A model behind one endpoint. Retries happen only here: the SDK's own are disabled. */
export function openModel(options: ClientOptions): ModelClient {
  const { language, embedding } = modelsOf(options);
  const refused = new Set([...(options.refuses ?? []), ...WITHOUT_PARAMETER[options.provider]]);

  return {
    async complete(request, signal) {
      const attempts: HttpAttempt[] = [];
      const began = Date.now();
      for (;;) {
        const { sent, dropped } = sendable(request.sampling, refused);
        try {
          const result = await withRetries(options, attempts, signal, () =>
            language.doGenerate(callOptions(asKnownTo(options.provider, request), sent, signal)),
          );
          options.received?.(result.response?.body);
          return recordOf(options.model, request, sent, dropped, result, attempts, Date.now() - began);
        } catch (error) {
          const setting = error instanceof UnknownSetting ? error.setting : undefined;
          if (setting === undefined || refused.has(setting)) throw error;
          refused.add(setting);
          options.learned?.(setting);
        }
      }
    },

    async embed(texts, signal) {
      if (!embedding) throw new CallFailure("bad-request", "No embedding model is configured.", []);
      const vectors: number[][] = [];
      const size = Math.min(64, (await embedding.maxEmbeddingsPerCall) ?? 64);
      for (let at = 0; at < texts.length; at += size) {
        const values = texts.slice(at, at + size);
        const { embeddings } = await withRetries(options, [], signal, () =>
          embedding.doEmbed({ values: [...values], abortSignal: signal }),
        );
        if (embeddings.length !== values.length) {
          throw new CallFailure(
            "bad-answer",
            "The endpoint returned another number of vectors than texts.",
            [],
          );
        }
        vectors.push(...embeddings.map((vector) => [...vector]));
      }
      return vectors;
    },
  };
}

function modelsOf({ provider, base, model, embeddingModel, apiKey, wire }: ClientOptions): {
  language: LanguageModelV3;
  embedding: EmbeddingModelV3 | null;
} {
  const common = { baseURL: base.replace(/\/$/, ""), apiKey: apiKey ?? "", fetch: wire.fetch };
  switch (provider) {
    case "openai-compatible": {
      const made = createOpenAICompatible({
        ...common,
        name: "endpoint",
        apiKey: apiKey ?? undefined,
        supportsStructuredOutputs: true,
      });
      return {
        language: made.chatModel(model),
        embedding: embeddingModel ? made.embeddingModel(embeddingModel) : null,
      };
    }
    case "openai": {
      const made = createOpenAI(common);
      return {
        language: made.chat(model),
        embedding: embeddingModel ? made.embedding(embeddingModel) : null,
      };
    }
    case "anthropic":
      return { language: createAnthropic(common)(model), embedding: null };
    case "google": {
      const made = createGoogleGenerativeAI(common);
      return { language: made(model), embedding: embeddingModel ? made.embedding(embeddingModel) : null };
    }
  }
}

function sendable(sampling: Sampling, refused: ReadonlySet<keyof Sampling>) {
  const sent: Partial<Sampling> = {};
  const dropped: string[] = [];
  for (const [name, value] of Object.entries(sampling) as [keyof Sampling, never][]) {
    if (value === undefined || value === "provider-default") continue;
    if (refused.has(name)) dropped.push(name);
    else sent[name] = value;
  }
  return { sent, dropped };
}

/** Google supports enums of text only: an integer with several allowed values is sent with its range. */
function asKnownTo(provider: Provider, request: CompletionRequest): CompletionRequest {
  if (provider !== "google" || !request.schema) return request;
  const jsonSchema = withRanges(request.schema.jsonSchema) as Record<string, unknown>;
  return { ...request, schema: { ...request.schema, jsonSchema } };
}

function withRanges(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withRanges);
  if (node === null || typeof node !== "object") return node;
  const { enum: values, ...rest } = node as Record<string, unknown>;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withRanges(value)]));
  if (!Array.isArray(values)) return plain;
  if (rest.type !== "integer") return { ...plain, enum: values };
  return { ...plain, minimum: Math.min(...values), maximum: Math.max(...values) };
}

function callOptions(
  { messages, schema }: CompletionRequest,
  { temperature, topP, seed, maxOutputTokens, reasoning }: Partial<Sampling>,
  signal?: AbortSignal,
): LanguageModelV3CallOptions {
  return {
    prompt: messages.map(({ role, content }) =>
      role === "system" ? { role, content } : { role, content: [{ type: "text", text: content }] },
    ),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(seed !== undefined && { seed }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoning !== undefined && {
      providerOptions: { endpoint: { reasoningEffort: reasoning }, openai: { reasoningEffort: reasoning } },
    }),
    ...(schema && { responseFormat: { type: "json", name: schema.name, schema: schema.jsonSchema } }),
    ...(signal && { abortSignal: signal }),
  };
}

type Generated = Awaited<ReturnType<LanguageModelV3["doGenerate"]>>;

function recordOf(
  model: string,
  request: CompletionRequest,
  samplingSent: Partial<Sampling>,
  dropped: readonly string[],
  { content, finishReason, usage, response, warnings }: Generated,
  attempts: HttpAttempt[],
  latencyMs: number,
): CompletionRecord {
  const textOf = (type: "text" | "reasoning") =>
    content.flatMap((part) => (part.type === type ? [part.text] : [])).join("");
  const body = response?.body as
    | { system_fingerprint?: unknown; choices?: { message?: { refusal?: unknown } }[] }
    | undefined;
  const refusal = body?.choices?.[0]?.message?.refusal;
  const unsupported = warnings.flatMap((warning) =>
    warning.type === "unsupported" ? [warning.feature] : [],
  );
  const counted = withoutUndefined({
    ...{ input: usage.inputTokens.total, cachedInput: usage.inputTokens.cacheRead },
    ...{ output: usage.outputTokens.total, reasoning: usage.outputTokens.reasoning },
  });
  return {
    text: typeof refusal === "string" && textOf("text") === "" ? refusal : textOf("text"),
    ...(textOf("reasoning") !== "" && { reasoning: textOf("reasoning") }),
    finishReason: finishReason.unified === "tool-calls" ? "other" : finishReason.unified,
    ...(typeof refusal === "string" && { refusal: true }),
    ...(isPromptCut(request.messages, counted) && { promptCut: true }),
    modelRequested: model,
    ...(response?.modelId !== undefined && { modelReturned: response.modelId }),
    ...(response?.id !== undefined && { requestId: response.id }),
    ...(typeof body?.system_fingerprint === "string" && { systemFingerprint: body.system_fingerprint }),
    samplingRequested: request.sampling,
    samplingSent,
    samplingDropped: [...new Set([...dropped, ...unsupported])],
    warnings: warnings.map((warning) =>
      "feature" in warning ? `${warning.type}: ${warning.feature}` : "other",
    ),
    usage: counted,
    latencyMs,
    attempts,
    fromCache: false,
  };
}

function withoutUndefined<T extends Record<string, number | undefined>>(
  values: T,
): { [K in keyof T]?: number } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: number;
  };
}

/** The endpoint rejected one of the sampling settings. */
class UnknownSetting extends CallFailure {
  constructor(
    readonly setting: keyof Sampling,
    attempts: HttpAttempt[],
  ) {
    super("bad-request", `The model does not take the setting ${setting}.`, attempts);
  }
}

const SETTINGS: readonly [RegExp, keyof Sampling][] = [
  [/temperature/i, "temperature"],
  [/top_?p/i, "topP"],
  [/\bseed\b/i, "seed"],
  [/reasoning_?effort/i, "reasoning"],
];

function refusedSetting(body: string | undefined): keyof Sampling | undefined {
  if (
    !body ||
    !/unsupported|not support|deprecated|unknown|unrecognized|not allowed|only the default/i.test(body)
  ) {
    return undefined;
  }
  return SETTINGS.find(([pattern]) => pattern.test(body))?.[1];
}

async function withRetries<T>(
  { acquire: leave, sleep = pause, chance = Math.random }: ClientOptions,
  attempts: HttpAttempt[],
  signal: AbortSignal | undefined,
  send: () => PromiseLike<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const done = await leave?.(signal);
    const began = Date.now();
    const note = (how: Partial<HttpAttempt>) => {
      const made = { at: new Date(began).toISOString(), milliseconds: Date.now() - began, ...how };
      attempts.push(made);
      done?.(made);
    };
    let failure: CallFailure;
    try {
      const result = await send();
      note({ status: 200 });
      return result;
    } catch (error) {
      if (signal?.aborted) {
        note({ failure: "cancelled" });
        throw new CallFailure("cancelled", "The call was cancelled.", attempts);
      }
      failure = understood(error, attempts, note);
    }
    const wait = delayBefore(attempt, failure.waitMilliseconds ?? null, chance());
    if (!failure.transient || attempt === MAX_ATTEMPTS || wait > LONGEST_WAIT) throw failure;
    const last = attempts.at(-1);
    if (last) last.waitMilliseconds = wait;
    await sleep(wait, signal);
  }
}

/** The meaning of an error of the SDK or the connection, without its message. */
function understood(
  error: unknown,
  attempts: HttpAttempt[],
  note: (how: Partial<HttpAttempt>) => void,
): CallFailure {
  const wire = wireErrorIn(error);
  if (wire) {
    note({ failure: wire.kind });
    return new CallFailure(wire.kind, wire.message, attempts);
  }
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 400) {
    const { statusCode: status, responseHeaders = {}, responseBody } = error;
    note({ status });
    const setting = status === 400 ? refusedSetting(responseBody) : undefined;
    if (setting) return new UnknownSetting(setting, attempts);
    const [kind, words] = failureOf(status);
    const wait = isTransient(status) ? waitHint(responseHeaders, Date.now()) : null;
    return new CallFailure(kind, words, attempts, wait ?? undefined);
  }
  note({ status: 200, failure: "bad-answer" });
  return new CallFailure("bad-answer", "The endpoint's answer was not what its protocol promises.", attempts);
}

function wireErrorIn(error: unknown): WireError | null {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 6;
    cause = cause.cause, depth++
  ) {
    if (cause instanceof WireError) return cause;
  }
  return null;
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new CallFailure("cancelled", "The call was cancelled.", []));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
