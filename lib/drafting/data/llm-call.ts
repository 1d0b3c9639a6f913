import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { isConflict } from "@/lib/database/conflict";
import { db } from "@/lib/database/db";
import {
  acquirePermit,
  type PermitRequest,
  RateLimitStopped,
  recordCost,
} from "@/lib/drafting/data/rate-limit";
import { requestOf } from "@/lib/drafting/rules/run-method";
import type { CallPlan, ModelAnswer } from "@/lib/drafting/schema";
import type { CachePolicy } from "@/lib/drafting/schema/runs";
import { storable } from "@/lib/formats/storable";
import { isWhole } from "@/lib/llm/cassette";
import { openModel } from "@/lib/llm/client";
import { CallFailure } from "@/lib/llm/failure";
import type { Wire } from "@/lib/llm/http";
import { callKey } from "@/lib/llm/key";
import { costOf, type Price } from "@/lib/llm/price";
import type { CompletionRecord, CompletionRequest, Provider, Sampling } from "@/lib/llm/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** A model behind an endpoint, as used by one run. The key is in this object only, in the worker's memory. */
export interface ModelConnection {
  endpointId: string;
  projectId: string;
  runId: string;
  provider: Provider;
  base: string;
  model: string;
  embeddingModel: string | null;
  apiKey: string | null;
  wire: Wire;
  price: Price | null;
  /** Set to ignore cached answers: only calls of this run then share answers. */
  salt?: string;
  /** Use of answers that the project has already. */
  cachePolicy: CachePolicy;
  /** Settings the model is known to refuse; grows. */
  refuses: Set<keyof Sampling>;
}

/** The unit that makes a call, and the worker that holds it. */
export interface CallOwner {
  unitId: string;
  holder: string;
  leaseSeconds: number;
  signal: AbortSignal;
}

interface LlmReply extends ModelAnswer {
  callId: string;
  /** The answer came from the cache. */
  cached: boolean;
}

/**
 * The answer to one call: an earlier one to the same call, or a new one, which is paid for and stored before
 * it is used. If the same call is under way elsewhere, waits for it. Throws `CallFailure` and
 * `RateLimitStopped`.
 */
export async function callOnce(
  line: ModelConnection,
  plan: CallPlan,
  attempt: number,
  asker: CallOwner,
): Promise<LlmReply> {
  const { repaired, ...request } = requestOf(plan, attempt);
  const isRefreshed = line.cachePolicy === "refresh";
  const keyWith = (samplingSent: Partial<Sampling>, salt = line.salt) => {
    const { provider, base, model } = line;
    return callKey({ ...request, provider, base, model, samplingSent, salt });
  };
  const sampling = sendable(plan.sampling, line.refuses);
  // While a call refreshes the cache it has a key of its run: others go on with the answer that there is.
  const key = keyWith(sampling, isRefreshed ? line.runId : line.salt);
  const stored = await storedAnswer(line, keyWith(sampling));
  if (stored) return stored;
  const cut = await db.llmCall.findFirst({
    where: { projectId: line.projectId, callKey: key, unitId: asker.unitId, state: "partial" },
    select: answerFields,
  });
  if (cut) return answerOf(cut, true);

  const call = await reserve(line, key, { plan, request, repaired }, asker);
  if ("answer" in call) return call.answer;
  const id = call.id;
  const wanted = mostOf(line, request);
  const record = await complete(line, id, request, wanted, asker);
  const plain = keyWith(record.samplingSent);
  await storeResponse(
    line,
    id,
    record,
    isRefreshed ? keyWith(record.samplingSent, line.runId) : plain,
    wanted,
  );
  if (isRefreshed && isWhole(record)) await replaceAnswer(line, id, plain);
  return {
    callId: id,
    cached: false,
    // As it is stored: a resumed unit parses the same text.
    text: storable(record.text),
    finishReason: record.finishReason,
    ...(record.refusal && { refusal: true }),
  };
}

/**
 * The answer that a run may use without a request, beside those that `reserve` finds: of a run that refreshes the cache
 * its own; of one that only replays, any. Throws `CallFailure` when a replayed call has none.
 */
async function storedAnswer(line: ModelConnection, key: string): Promise<LlmReply | null> {
  if (line.cachePolicy === "use") return null;
  const isRefreshed = line.cachePolicy === "refresh";
  const found = await db.llmCall.findFirst({
    where: {
      projectId: line.projectId,
      callKey: key,
      state: isRefreshed ? { in: ["ok", "replaced"] } : "ok",
      ...(isRefreshed && { runId: line.runId }),
    },
    select: answerFields,
  });
  if (found) return answerOf(found, true);
  if (isRefreshed) return null;
  throw new CallFailure("not-recorded", "The project has no answer to this call.", []);
}

const answerFields = { id: true, text: true, finishReason: true, refusal: true } as const;

function answerOf(
  row: { id: string; text: string | null; finishReason: string | null; refusal: boolean },
  cached: boolean,
): LlmReply {
  return {
    callId: row.id,
    cached,
    text: row.text ?? "",
    finishReason: (row.finishReason ?? "other") as ModelAnswer["finishReason"],
    ...(row.refusal && { refusal: true }),
  };
}

function sendable(sampling: Sampling, refuses: ReadonlySet<keyof Sampling>): Partial<Sampling> {
  return Object.fromEntries(
    Object.entries(sampling).filter(
      ([name, value]) => value !== undefined && !refuses.has(name as keyof Sampling),
    ),
  );
}

/** Claims a call for this unit, or finds its answer. */
async function reserve(
  line: ModelConnection,
  key: string,
  { plan, request, repaired }: { plan: CallPlan; request: CompletionRequest; repaired: boolean },
  { unitId, holder, leaseSeconds, signal }: CallOwner,
): Promise<{ id: string } | { answer: LlmReply }> {
  const { template } = plan;
  for (;;) {
    if (signal.aborted) throw new RateLimitStopped("stopped");
    const [mine] = await db.$queryRaw<{ id: string }[]>`
      INSERT INTO "LlmCall" AS c ("id", "projectId", "endpointId", "runId", "unitId", "callKey", "holder", "leaseUntil",
        "sampleIndex", "attempt", "order", "templateId", "templateVersion", "templateHash", "repairedPrompt",
        "messages", "schema", "provider", "base", "modelRequested", "samplingRequested")
      VALUES (gen_random_uuid(), ${line.projectId}::uuid, ${line.endpointId}::uuid, ${line.runId}::uuid,
        ${unitId}::uuid, ${key}, ${holder}::uuid, now() + ${leaseSeconds} * interval '1 second',
        ${request.sampleIndex}, ${request.attempt}, ${plan.order ?? null}, ${template.id}, ${template.version},
        ${template.hash}, ${repaired}, ${JSON.stringify(request.messages)}::jsonb,
        ${request.schema ? JSON.stringify(request.schema) : null}::jsonb, ${line.provider}, ${line.base}, ${line.model},
        ${JSON.stringify(request.sampling)}::jsonb)
      ON CONFLICT ("projectId", "callKey") WHERE "state" IN ('pending', 'ok') DO UPDATE
        SET "holder" = excluded."holder", "leaseUntil" = excluded."leaseUntil", "unitId" = excluded."unitId",
          "runId" = excluded."runId", "startedAt" = now()
        WHERE c."state" = 'pending' AND (c."leaseUntil" < now() OR c."unitId" = excluded."unitId")
      RETURNING "id"`;
    if (mine) return mine;
    const found = await db.llmCall.findFirst({
      where: { projectId: line.projectId, callKey: key, state: "ok" },
      select: answerFields,
    });
    if (found) return { answer: answerOf(found, true) };
    await pause(200);
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
  id: string,
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
    const mine = { id, state: "pending" } as const;
    // A call for which no request was permitted has no history.
    if (!isSent && error instanceof RateLimitStopped) await db.llmCall.deleteMany({ where: mine });
    else
      await db.llmCall.updateMany({
        where: mine,
        data: {
          state: "failed",
          holder: null,
          leaseUntil: null,
          endedAt: new Date(),
          error:
            error instanceof CallFailure
              ? error.kind
              : error instanceof RateLimitStopped
                ? error.reason
                : "unexpected",
          ...(error instanceof CallFailure && { httpAttempts: error.attempts }),
        },
      });
    throw error;
  }
}

/**
 * Makes a stored answer the project's answer to the call for later runs. The earlier one stays with the drafts that rest
 * on it. Nothing changes while another run is requesting the call: its answer will be used then.
 */
async function replaceAnswer({ projectId }: ModelConnection, id: string, callKey: string): Promise<void> {
  const of = { projectId, callKey, id: { not: id } };
  const isRequested = await db.llmCall.count({ where: { ...of, state: "pending" } });
  if (isRequested > 0) return;
  await db
    .$transaction([
      db.llmCall.updateMany({ where: { ...of, state: "ok" }, data: { state: "replaced" } }),
      db.llmCall.updateMany({ where: { id, state: "ok" }, data: { callKey } }),
    ])
    .catch((error) => {
      if (!isConflict(error)) throw error;
    });
}

/** Stores an answer and its cost in one transaction. */
async function storeResponse(
  line: ModelConnection,
  id: string,
  record: CompletionRecord & { raw?: unknown },
  key: string,
  wanted: PermitRequest,
): Promise<void> {
  const cost = costOf(record.usage, line.price);
  // If the endpoint reports no usage, the whole reserved amount counts as spent.
  if (cost !== null) await recordCost(wanted, cost);
  const whole = isWhole(record);
  await db.$transaction(async (tx) => {
    const taken = await tx.llmCall.count({
      where: { projectId: line.projectId, callKey: key, state: { in: ["ok", "pending"] }, id: { not: id } },
    });
    await tx.llmCall.updateMany({
      where: { id, state: "pending" },
      data: {
        state: whole ? "ok" : "partial",
        holder: null,
        leaseUntil: null,
        // The call's key includes facts about the model that may have changed; an existing answer to that key
        // stays.
        ...(taken === 0 && { callKey: key }),
        modelReturned: record.modelReturned ?? null,
        samplingSent: record.samplingSent,
        samplingDropped: record.samplingDropped,
        warnings: record.warnings,
        finishReason: record.finishReason,
        refusal: record.refusal ?? false,
        text: storable(record.text),
        reasoning: record.reasoning === undefined ? null : storable(record.reasoning),
        raw: record.raw === undefined ? null : new Uint8Array(deflateRawSync(JSON.stringify(record.raw))),
        requestId: record.requestId === undefined ? null : storable(record.requestId),
        systemFingerprint: record.systemFingerprint ?? null,
        usage: record.usage,
        costMicros: cost,
        httpAttempts: record.attempts,
        latencyMs: Math.round(record.latencyMs),
        endedAt: new Date(),
      },
    });
  });
}

async function remember({ endpointId, model }: ModelConnection, setting: keyof Sampling): Promise<void> {
  await db.$executeRaw(Prisma.sql`
    UPDATE "LlmEndpoint" SET "refused" = jsonb_set("refused", ARRAY[${model}::text],
      coalesce("refused" -> ${model}::text, '[]') || to_jsonb(${setting}::text))
    WHERE "id" = ${endpointId}::uuid AND NOT coalesce("refused" -> ${model}::text, '[]') ? ${setting}::text`);
}

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
