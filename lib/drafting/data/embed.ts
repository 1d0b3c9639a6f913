import "server-only";
import type { ModelConnection } from "@/lib/drafting/data/model-connection";
import { acquirePermit } from "@/lib/drafting/data/rate-limit";
import { openModel } from "@/lib/llm/client";

/** Vectors of texts by the run's embedding model; null when there is none, or no text. */
export async function embed(
  line: ModelConnection,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<number[][] | null> {
  const { provider, base, model, embeddingModel, apiKey, wire, endpointId, runId } = line;
  if (!embeddingModel || texts.length === 0) return null;
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / 3.6), 0);
  const ending: Promise<void>[] = [];
  const client = openModel({
    ...{ provider, base, model, embeddingModel, apiKey, wire },
    acquire: async (stop) => {
      const permit = await acquirePermit({ endpointId, runId, tokens, micros: 0 }, stop);
      return (attempt) => {
        ending.push(permit.end(attempt));
      };
    },
  });
  try {
    return await client.embed(texts, signal);
  } finally {
    await Promise.all(ending);
  }
}
