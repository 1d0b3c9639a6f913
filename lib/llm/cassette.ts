import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { z } from "zod";
import type { ModelClient } from "./client";
import { CallFailure } from "./failure";
import { callKey, type KeyParts } from "./key";
import { CompletionRecord, type CompletionRequest, Provider } from "./schema";

/** One recorded call. A file of them, one JSON object a line, replays the same calls without an endpoint. */
const Line = z.strictObject({ key: z.string().regex(/^[0-9a-f]{64}$/), record: CompletionRecord });
type CassetteLine = z.infer<typeof Line>;

/** The first line of a recording: the model whose answers follow. Recordings of earlier versions have none. */
const Heading = z.strictObject({
  recording: z.strictObject({ provider: Provider, base: z.string(), model: z.string() }),
});
export type RecordedModel = z.infer<typeof Heading>["recording"];

/** The line that begins a recording. */
export const cassetteHeading = ({ provider, base, model }: RecordedModel) =>
  `${JSON.stringify({ recording: { provider, base, model } })}\n`;

/** The model that a recording says it is of; null when it does not say. */
export async function recordedModel(input: Readable): Promise<RecordedModel | null> {
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
    return Heading.safeParse(parsed(text)).data?.recording ?? null;
  return null;
}

export class BadCassette extends Error {
  override name = "BadCassette";
}

/** Throws `BadCassette` with the line's number. */
export async function readCassette(input: Readable): Promise<Map<string, CompletionRecord>> {
  const records = new Map<string, CompletionRecord>();
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() === "") continue;
    const json = parsed(text);
    const line = Line.safeParse(json);
    if (!line.success) {
      // Recordings may be joined.
      if (Heading.safeParse(json).success) continue;
      const issue = line.error.issues[0];
      throw new BadCassette(
        `line ${number}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "is no JSON"}`,
      );
    }
    records.set(line.data.key, line.data.record);
  }
  return records;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface CassetteOptions {
  provider: string;
  base: string;
  model: string;
  /** Earlier recordings; used before the endpoint is called. */
  recorded: ReadonlyMap<string, CompletionRecord>;
  /** Null: replay only, and calls without a recording fail. */
  client: ModelClient | null;
  keep?: (line: CassetteLine) => void;
}

/** The key of a recorded call: by the settings that were requested, whatever the model took. */
export function keyOfRequest(
  at: Pick<KeyParts, "provider" | "base" | "model">,
  { messages, sampling, schema, sampleIndex, attempt }: CompletionRequest,
): string {
  return callKey({
    ...at,
    messages,
    samplingSent: sampling,
    sampleIndex,
    attempt,
    ...(schema && { schema }),
  });
}

/**
 * A client that answers from recordings first. Only complete answers are stored and reused. Two equal calls are one, also
 * while the first is under way.
 */
export function withCassette({
  provider,
  base,
  model,
  recorded,
  client,
  keep,
}: CassetteOptions): ModelClient {
  const made = new Map<string, Promise<CompletionRecord>>();
  return {
    async complete(request, signal) {
      const key = keyOfRequest({ provider, base, model }, request);
      const known = recorded.get(key) ?? made.get(key);
      if (known) return { ...(await known), fromCache: true };
      if (!client) throw new CallFailure("not-recorded", "This call is not in the recording.", []);
      const answer = client.complete(request, signal);
      made.set(key, answer);
      try {
        const record = await answer;
        if (isWhole(record)) keep?.({ key, record });
        else made.delete(key);
        return record;
      } catch (error) {
        made.delete(key);
        throw error;
      }
    },
    embed(texts, signal) {
      if (!client) return Promise.reject(new CallFailure("not-recorded", "Vectors are not recorded.", []));
      return client.embed(texts, signal);
    },
  };
}

/** True if an answer can be replayed for the same call: not cut off, filtered or empty, and to the whole prompt. */
export function isWhole(record: CompletionRecord): boolean {
  return record.finishReason === "stop" && record.text.trim() !== "" && !record.refusal && !record.promptCut;
}
