import "server-only";
import { db } from "@/lib/database/db";
import type { ModelConnection } from "@/lib/drafting/data/model-connection";
import { acquirePermit, type PermitRequest } from "@/lib/drafting/data/rate-limit";
import {
  answerOfCall,
  type CallOwner,
  endWithoutAnswer,
  type LlmReply,
  type Reservation,
  reserve,
  storeResponse,
} from "@/lib/drafting/data/stored-calls";
import { modelAnswerOf, requestOf } from "@/lib/drafting/rules/run-method";
import type { CallPlan } from "@/lib/drafting/schema";
import { storable } from "@/lib/formats/storable";
import { openModel } from "@/lib/llm/client";
import { costOf } from "@/lib/llm/price";
import type { CompletionRecord, CompletionRequest, Sampling } from "@/lib/llm/schema";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * The answer to one call: an earlier one to the same call, or a new one, which is paid for and stored before
 * it is used. If the same call is under way elsewhere, waits for it. `asPlanned` is that of
 * `requestOf`. Throws `CallFailure` and `RateLimitStopped`.
 */
export async function callOnce(
  line: ModelConnection,
  plan: CallPlan,
  { attempt, asPlanned }: { attempt: number; asPlanned: boolean },
  asker: CallOwner,
): Promise<LlmReply> {
  const { repaired, ...request } = requestOf(plan, attempt, { asPlanned });
  const call = await reserve(line, { plan, request, repaired }, asker);
  if ("answer" in call) return call.answer;
  const { id } = call;
  asker.calls.add(id);
  try {
    const wanted = mostOf(line, request);
    const record = await complete(line, call, request, wanted, asker);
    const stored = await storeResponse(line, { ...call, unitId: asker.unitId }, { request, record, wanted });
    if (stored === null) return await answerOfCall(request, id);
    return {
      callId: stored,
      cached: false,
      // As it is stored: a resumed unit parses the same text.
      ...modelAnswerOf({ ...record, text: storable(record.text) }),
    };
  } finally {
    asker.calls.delete(id);
  }
}

/** The most a request can use: one token per byte of the prompt, and the maximum number of output tokens. */
function mostOf(
  { endpointId, runId, price }: ModelConnection,
  { messages, schema, sampling }: CompletionRequest,
): PermitRequest {
  const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content) + 16, 64);
  const input = bytes + (schema ? Buffer.byteLength(JSON.stringify(schema)) : 0);
  const output = sampling.maxOutputTokens;
  // The higher price: cached input is not always cheaper.
  const dearest = price && {
    ...price,
    cachedInputMicros: Math.max(price.inputMicros, price.cachedInputMicros ?? 0),
  };
  const micros = dearest
    ? (costOf({ input, output }, { ...dearest, inputMicros: dearest.cachedInputMicros }) ?? 0)
    : 0;
  return { endpointId, runId, tokens: Math.ceil(bytes / 3.6) + output, micros };
}

async function complete(
  line: ModelConnection,
  reservation: Reservation,
  request: CompletionRequest,
  wanted: PermitRequest,
  { signal }: CallOwner,
): Promise<CompletionRecord & { raw?: unknown }> {
  let raw: unknown;
  let isSent = false;
  const ending: Promise<void>[] = [];
  const { provider, base, model, apiKey, wire } = line;
  const client = openModel({
    ...{ provider, base, model, apiKey, wire },
    refuses: [...line.refuses],
    learned: (setting) => {
      line.refuses.add(setting);
      ending.push(remember(line, setting));
    },
    received: (body) => {
      raw = body;
    },
    acquire: async (stop) => {
      const permit = await acquirePermit(wanted, stop);
      isSent = true;
      return (attempt) => {
        ending.push(permit.end(attempt));
      };
    },
  });
  try {
    const record = await client.complete(request, signal);
    await Promise.all(ending);
    return { ...record, raw };
  } catch (error) {
    await Promise.all(ending);
    await endWithoutAnswer(reservation, error, isSent);
    throw error;
  }
}

async function remember({ endpointId, model }: ModelConnection, setting: keyof Sampling): Promise<void> {
  await db.$executeRaw(Prisma.sql`
    UPDATE "LlmEndpoint" SET "refused" = jsonb_set("refused", ARRAY[${model}::text],
      coalesce("refused" -> ${model}::text, '[]') || to_jsonb(${setting}::text))
    WHERE "id" = ${endpointId}::uuid AND NOT coalesce("refused" -> ${model}::text, '[]') ? ${setting}::text`);
}
