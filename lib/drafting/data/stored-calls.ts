import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { deflateRawSync } from "node:zlib";
import { isConflict } from "@/lib/database/conflict";
import { db } from "@/lib/database/db";
import type { ModelConnection } from "@/lib/drafting/data/model-connection";
import { type PermitRequest, RateLimitStopped, recordCost } from "@/lib/drafting/data/rate-limit";
import { modelAnswerOf } from "@/lib/drafting/rules/run-method";
import type { CallPlan, ModelAnswer } from "@/lib/drafting/schema";
import { storable } from "@/lib/formats/storable";
import { isWhole } from "@/lib/llm/cassette";
import { CallFailure } from "@/lib/llm/failure";
import { callKey } from "@/lib/llm/key";
import { costOf } from "@/lib/llm/price";
import { isPromptCut } from "@/lib/llm/prompt-cut";
import type { CompletionRecord, CompletionRequest, Sampling, Usage } from "@/lib/llm/schema";
import type { Prisma } from "@/prisma/generated/client/client";

/*
 * The stored rows of calls: who is making a call, and its answer, which is paid for once and used by all equal calls.
 */

/** The unit that makes a call, and the worker that holds it. */
export interface CallOwner {
  unitId: string;
  holder: string;
  leaseSeconds: number;
  signal: AbortSignal;
  /** The calls that the worker is making: only their leases are extended. */
  calls: Set<string>;
}

export interface LlmReply extends ModelAnswer {
  callId: string;
  /** The answer came from the cache. */
  cached: boolean;
}

/**
 * The key of a call in the project, and the one under which this run makes it: a run that refreshes the cache has keys of its
 * own, so that others go on with the answer that there is.
 */
function keysOf(
  { provider, base, model, salt, cachePolicy, runId, refuses }: ModelConnection,
  request: CompletionRequest,
  samplingSent = sendable(request.sampling, refuses),
): { plain: string; own: string } {
  const keyWith = (salted: string | undefined) =>
    callKey({ ...request, provider, base, model, samplingSent, salt: salted });
  const plain = keyWith(salt);
  return { plain, own: cachePolicy === "refresh" ? keyWith(runId) : plain };
}

function sendable(sampling: Sampling, refuses: ReadonlySet<keyof Sampling>): Partial<Sampling> {
  return Object.fromEntries(
    Object.entries(sampling).filter(
      ([name, value]) => value !== undefined && !refuses.has(name as keyof Sampling),
    ),
  );
}

const answerFields = {
  ...{ id: true, state: true, text: true, finishReason: true, refusal: true, usage: true },
} as const satisfies Prisma.LlmCallSelect;

/** A stored answer to a request, also one to a part of its prompt. */
function replyOf(
  { messages }: CompletionRequest,
  {
    id,
    state,
    text,
    finishReason,
    refusal,
    usage,
  }: Prisma.LlmCallGetPayload<{ select: typeof answerFields }>,
): LlmReply {
  const answer = {
    ...{ text: text ?? "", refusal },
    finishReason: (finishReason ?? "other") as ModelAnswer["finishReason"],
    promptCut: state === "partial" && isPromptCut(messages, (usage ?? {}) as Usage),
  };
  return { callId: id, cached: true, ...modelAnswerOf(answer) };
}

/** The stored answer to a call that this worker made, by whichever worker it was stored. */
export async function answerOfCall(request: CompletionRequest, id: string): Promise<LlmReply> {
  return replyOf(request, await db.llmCall.findUniqueOrThrow({ where: { id }, select: answerFields }));
}

/**
 * The answer that a unit may use without a request: the project's, of a run that refreshes the cache its own alone, and one
 * that the unit itself got in part. Throws `CallFailure` if a run that only replays finds none.
 */
async function findAnswer(
  line: ModelConnection,
  request: CompletionRequest,
  unitId: string,
): Promise<LlmReply | null> {
  const { projectId, runId, cachePolicy } = line;
  const { plain, own } = keysOf(line, request);
  const found = await db.llmCall.findMany({
    where: {
      projectId,
      OR: [
        { callKey: own, state: "ok" },
        { callKey: own, state: "partial", unitId },
        ...(cachePolicy === "refresh"
          ? [{ callKey: plain, runId, state: { in: ["ok" as const, "replaced" as const] } }]
          : []),
      ],
    },
    orderBy: { startedAt: "asc" },
    select: answerFields,
  });
  // The whole answers that a refreshing run finds are its own, as of another unit with the same call.
  const answer = found.find(({ state }) => (state === "partial") !== (cachePolicy === "refresh")) ?? found[0];
  if (answer) return replyOf(request, answer);
  if (cachePolicy === "replay-only")
    throw new CallFailure("not-recorded", "The project has no answer to this call.", []);
  return null;
}

/** A call in progress. A later reservation of the same call, whose worker seemed dead, has another start. */
export interface Reservation {
  id: string;
  startedAt: Date;
  /** True if its row is new, and was not taken over from a worker that seemed dead. */
  isNew: boolean;
}

/**
 * Claims a call for this unit, or waits for the answer of the unit that is making it. A call of a worker that has lost this
 * unit, or whose lease is over, is taken over.
 */
export async function reserve(
  line: ModelConnection,
  { plan, request, repaired }: { plan: CallPlan; request: CompletionRequest; repaired: boolean },
  { unitId, holder, leaseSeconds, signal }: CallOwner,
): Promise<Reservation | { answer: LlmReply }> {
  const { template } = plan;
  for (;;) {
    if (signal.aborted) throw new RateLimitStopped("stopped");
    const answer = await findAnswer(line, request, unitId);
    if (answer) return { answer };
    // Of a row that was updated rather than inserted, xmax is not 0.
    const [mine] = await db.$queryRaw<Reservation[]>`
      INSERT INTO "LlmCall" AS c ("id", "projectId", "endpointId", "runId", "unitId", "callKey", "holder", "leaseUntil",
        "startedAt", "sampleIndex", "attempt", "order", "templateId", "templateVersion", "templateHash", "repairedPrompt",
        "messages", "schema", "provider", "base", "modelRequested", "samplingRequested")
      VALUES (gen_random_uuid(), ${line.projectId}::uuid, ${line.endpointId}::uuid, ${line.runId}::uuid,
        ${unitId}::uuid, ${keysOf(line, request).own}, ${holder}::uuid, now() + ${leaseSeconds} * interval '1 second',
        date_trunc('milliseconds', clock_timestamp()), ${request.sampleIndex}, ${request.attempt}, ${plan.order ?? null}, ${template.id}, ${template.version},
        ${template.hash}, ${repaired}, ${JSON.stringify(request.messages)}::jsonb,
        ${request.schema ? JSON.stringify(request.schema) : null}::jsonb, ${line.provider}, ${line.base}, ${line.model},
        ${JSON.stringify(request.sampling)}::jsonb)
      ON CONFLICT ("projectId", "callKey") WHERE "state" IN ('pending', 'ok') DO UPDATE
        SET "holder" = excluded."holder", "leaseUntil" = excluded."leaseUntil", "unitId" = excluded."unitId",
          "runId" = excluded."runId", "startedAt" = excluded."startedAt"
        WHERE c."state" = 'pending'
          AND (c."leaseUntil" < now() OR c."unitId" = excluded."unitId" AND c."holder" <> excluded."holder")
      RETURNING "id", "startedAt", c.xmax = 0 AS "isNew"`;
    // A part of an answer frees the call's key: an equal call of this unit may have got one since the search above.
    const part = mine?.isNew ? await findAnswer(line, request, unitId) : null;
    if (mine && part) {
      await db.llmCall.deleteMany({ where: { id: mine.id, startedAt: mine.startedAt, state: "pending" } });
      return { answer: part };
    }
    if (mine) return mine;
    await pause(200);
  }
}

/**
 * Stores an answer and its cost, also after another worker that took the call over has failed at it, and returns the id of its
 * row. Null if the call has been answered already, so that the stored answer is to be used.
 */
export async function storeResponse(
  line: ModelConnection,
  { id, startedAt, unitId }: Reservation & Pick<CallOwner, "unitId">,
  { request, record, wanted }: StoredResponse,
): Promise<string | null> {
  const cost = costOf(record.usage, line.price);
  // If the endpoint reports no usage, the whole reserved amount counts as spent.
  if (cost !== null) await recordCost(wanted, cost);
  const { plain, own } = keysOf(line, request, record.samplingSent);
  const answer = { ...columnsOf(record), costMicros: cost };
  // The call's key includes facts about the model that may have changed; an existing answer to that key stays.
  const taken = await db.llmCall.count({
    where: { projectId: line.projectId, callKey: own, state: { in: ["ok", "pending"] }, id: { not: id } },
  });
  const store = async (isTaken: boolean) => {
    const data = {
      ...answer,
      holder: null,
      leaseUntil: null,
      error: null,
      ...(!isTaken && { callKey: own }),
    };
    const state = isWhole(record) ? "ok" : "partial";
    // A part of an answer is read by the unit that got it, never by one that has taken the call over.
    const row = { id, ...(state === "partial" && { unitId }) };
    const { count } = await db.llmCall.updateMany({
      where: { ...row, state: "pending" },
      data: { ...data, state },
    });
    if (count > 0) return { id, state };
    const lateState = isTaken && state === "ok" ? "replaced" : state;
    const late = await db.llmCall.updateMany({
      where: { ...row, state: "failed" },
      data: { ...data, state: lateState },
    });
    if (late.count > 0) return { id, state: lateState };
    const of = { runId: line.runId, unitId, startedAt };
    return await storeBesides(id, of, { ...data, state: lateState });
  };
  const stored = await store(taken > 0).catch((error) => {
    if (taken > 0 || !isConflict(error)) throw error;
    return store(true);
  });
  if (line.cachePolicy === "refresh" && stored?.state === "ok") await replaceAnswer(line, stored.id, plain);
  return stored?.id ?? null;
}

/** The columns of a call's question, which is the same whichever unit asks it. */
const questionFields = {
  ...{ projectId: true, endpointId: true, callKey: true, sampleIndex: true, attempt: true, order: true },
  ...{ templateId: true, templateVersion: true, templateHash: true, repairedPrompt: true, messages: true },
  ...{ schema: true, provider: true, base: true, modelRequested: true, samplingRequested: true },
} as const satisfies Prisma.LlmCallSelect;

/**
 * Stores an answer in a row of its own if another unit took its row over: a part of an answer, or a whole one where the
 * other unit got a part. Null if there is an answer that this unit may use.
 */
async function storeBesides<S extends "ok" | "partial" | "replaced">(
  id: string,
  of: { runId: string; unitId: string; startedAt: Date },
  answer: Prisma.LlmCallUncheckedUpdateManyInput & { state: S },
): Promise<{ id: string; state: S } | null> {
  const row = await db.llmCall.findFirst({
    where: { id, state: { notIn: ["ok", "replaced"] }, unitId: { not: of.unitId } },
    select: questionFields,
  });
  if (!row) return null;
  const data = { ...row, ...of, ...answer } as Prisma.LlmCallUncheckedCreateInput;
  const made = await db.llmCall.create({ data, select: { id: true } });
  return { ...made, state: answer.state };
}

/** A response with the request that it answers, and what was reserved for it. */
interface StoredResponse {
  request: CompletionRequest;
  record: CompletionRecord & { raw?: unknown };
  wanted: PermitRequest;
}

const columnsOf = (record: StoredResponse["record"]) => ({
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
  httpAttempts: record.attempts,
  latencyMs: Math.round(record.latencyMs),
  endedAt: new Date(),
});

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

/** Ends a call without an answer. One for which no request was permitted has no history, unless its row is another worker's. */
export async function endWithoutAnswer(
  { isNew, ...reservation }: Reservation,
  error: unknown,
  isSent: boolean,
): Promise<void> {
  const mine = { ...reservation, state: "pending" } as const;
  if (isNew && !isSent && error instanceof RateLimitStopped) {
    await db.llmCall.deleteMany({ where: mine });
    return;
  }
  const failure = error instanceof CallFailure ? error.kind : null;
  await db.llmCall.updateMany({
    where: mine,
    data: {
      ...{ state: "failed", holder: null, leaseUntil: null, endedAt: new Date() },
      error: failure ?? (error instanceof RateLimitStopped ? error.reason : "unexpected"),
      ...(error instanceof CallFailure && { httpAttempts: error.attempts }),
    },
  });
}
