import "server-only";
import { db } from "@/lib/database/db";
import { providerOf } from "@/lib/drafting/data/endpoints";
import { acquirePermit } from "@/lib/drafting/data/rate-limit";
import type { EndpointTest, Probe } from "@/lib/drafting/schema/endpoints";
import { env } from "@/lib/env";
import { type ModelClient, openModel } from "@/lib/llm/client";
import { CallFailure } from "@/lib/llm/failure";
import { openWire } from "@/lib/llm/http";
import type { CompletionRecord, CompletionRequest } from "@/lib/llm/schema";
import { unseal } from "@/lib/secrets/seal";

const request: CompletionRequest = {
  messages: [{ role: "user", content: "Answer with the single word: ready" }],
  sampling: { maxOutputTokens: 512 },
  sampleIndex: 0,
  attempt: 0,
};

const schema = {
  name: "answer",
  jsonSchema: {
    type: "object",
    properties: { word: { type: "string" } },
    required: ["word"],
    additionalProperties: false,
  },
};

/** Makes the smallest possible calls to an endpoint and stores what works. Each costs a few tokens. */
export async function testEndpoint(id: string): Promise<void> {
  const endpoint = await db.llmEndpoint.findFirst({
    where: { id, archivedAt: null },
    omit: { keySealed: false },
  });
  if (!endpoint) return;
  const { baseUrl: base, keySealed, keyId, model, embeddingModel } = endpoint;
  const bound = { endpoint: id, origin: new URL(base).origin };
  const apiKey = keySealed && keyId ? unseal({ keySealed, keyId }, bound) : null;
  const timeout = endpoint.timeoutSeconds * 1000;
  const mostBytes = endpoint.answerMegabytes * 1e6;
  const wire = openWire({ base, allowed: env().LLM_ALLOWED_ORIGINS, timeout, mostBytes });
  const client = openModel({
    ...{ provider: providerOf(endpoint.provider), base, model, apiKey, wire },
    ...(embeddingModel !== null && { embeddingModel }),
    acquire: async (signal) => {
      const permit = await acquirePermit({ endpointId: id, runId: null, tokens: 600, micros: 0 }, signal);
      return (attempt) => void permit.end(attempt).catch(() => {});
    },
    // An admin waits for the result, so failures are reported at once.
    sleep: () => Promise.reject(new CallFailure("server-error", "The endpoint failed.", [])),
  });
  try {
    const test = await probe(client, model, embeddingModel !== null);
    await db.llmEndpoint.updateMany({ where: { id }, data: { test } });
  } finally {
    await wire.close();
  }
}

async function probe(client: ModelClient, model: string, embeds: boolean): Promise<EndpointTest> {
  const untried: Probe = { works: null };
  const [text, answer] = await tried(
    () => client.complete(request),
    ({ text }) => text.trim() !== "",
  );
  const base = { at: new Date().toISOString(), model, text };
  if (!text.works) {
    return { ...base, jsonSchema: untried, temperature: untried, seed: untried, embedding: untried };
  }
  const sent = (sampling: Partial<CompletionRequest["sampling"]>) =>
    tried(
      () => client.complete({ ...request, sampling: { ...request.sampling, ...sampling } }),
      ({ samplingDropped }) => !Object.keys(sampling).some((name) => samplingDropped.includes(name)),
    );
  const [jsonSchema] = await tried(() => client.complete({ ...request, schema }), followsSchema);
  const [temperature] = await sent({ temperature: 0 });
  const [seed] = await sent({ seed: 42 });
  const [embedding] = embeds
    ? await tried(
        () => client.embed(["ready"]),
        (vectors) => (vectors[0]?.length ?? 0) > 0,
      )
    : [untried];
  return {
    ...base,
    ...(answer?.modelReturned !== undefined && { modelReturned: answer.modelReturned }),
    ...(answer && { milliseconds: answer.latencyMs }),
    ...{ jsonSchema, temperature, seed, embedding },
  };
}

async function tried<T>(act: () => Promise<T>, works: (result: T) => boolean): Promise<[Probe, T?]> {
  try {
    const result = await act();
    return [{ works: works(result) }, result];
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    // The last status says more than that there were no more attempts.
    return [{ works: false, failure: error.kind }];
  }
}

function followsSchema({ text }: CompletionRecord): boolean {
  try {
    return typeof (JSON.parse(text) as { word?: unknown }).word === "string";
  } catch {
    return false;
  }
}
