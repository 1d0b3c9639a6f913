import "server-only";
import { db } from "@/lib/database/db";
import { priceOf, providerOf } from "@/lib/drafting/data/endpoints";
import { acquirePermit, RateLimitStopped, recordCost } from "@/lib/drafting/data/rate-limit";
import { messagesWithoutHiddenTags } from "@/lib/drafting/rules/hidden-tags";
import { env } from "@/lib/env";
import { storable } from "@/lib/formats/storable";
import { parseInstructions } from "@/lib/judge/rules/instructions";
import { openModel } from "@/lib/llm/client";
import { CallFailure } from "@/lib/llm/failure";
import { openWire } from "@/lib/llm/http";
import { costOf } from "@/lib/llm/price";
import type { ChatMessage, CompletionRecord } from "@/lib/llm/schema";
import { unseal } from "@/lib/secrets/seal";

const MOST_TOKENS = 1500;

/** Makes the call of a waiting proposal and stores the instructions. One that has ended is left as it is. */
export async function answerProposal(id: string): Promise<void> {
  const proposal = await waitingProposal(id);
  if (!proposal) return;
  const ended: Ended = await asked(proposal).catch((error): Ended => {
    if (error instanceof CallFailure) return { error: error.kind };
    if (error instanceof RateLimitStopped) return { error: error.reason };
    throw error;
  });
  const instructions = ended.error === null ? parseInstructions(ended.answer) : [];
  const error = ended.error ?? (instructions.length === 0 ? "unreadable" : null);
  await db.$transaction(async (tx) => {
    const { count } = await tx.judgeProposal.updateMany({
      where: { id, state: "waiting" },
      data: { ...ended, state: error === null ? "done" : "failed", error, endedAt: new Date() },
    });
    if (count > 0)
      await tx.judgeInstruction.createMany({
        data: instructions.map((text, position) => ({ proposalId: id, position, text })),
      });
  });
}

const waitingProposal = (id: string) =>
  db.judgeProposal.findFirst({
    where: { id, state: "waiting" },
    select: { model: true, messages: true, endpoint: { omit: { keySealed: false } } },
  });

interface Answered extends Pick<CompletionRecord, "usage"> {
  answer: string;
  costMicros: number | null;
  /** The reason for which the answer is of no use. */
  error: "prompt_cut" | null;
}
/** An answer, or why there is none. */
type Ended = Answered | { error: string };

async function asked({
  endpoint,
  model,
  messages: stored,
}: NonNullable<Awaited<ReturnType<typeof waitingProposal>>>): Promise<Answered> {
  const messages = messagesWithoutHiddenTags(stored as unknown as ChatMessage[]);
  const { baseUrl: base, keySealed, keyId, timeoutSeconds, answerMegabytes } = endpoint;
  const bound = { endpoint: endpoint.id, origin: new URL(base).origin };
  const apiKey = keySealed && keyId ? unseal({ keySealed, keyId }, bound) : null;
  const price = await priceOf(endpoint, model);
  const tokens = Math.ceil(messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) / 3);
  const most = costOf({ input: tokens, output: MOST_TOKENS }, price) ?? 0;
  const wanted = { endpointId: endpoint.id, runId: null, tokens: tokens + MOST_TOKENS, micros: most };
  const wire = openWire({
    ...{ base, allowed: env().LLM_ALLOWED_ORIGINS, timeout: timeoutSeconds * 1000 },
    mostBytes: answerMegabytes * 1e6,
  });
  const ending: Promise<void>[] = [];
  const client = openModel({
    ...{ provider: providerOf(endpoint.provider), base, model, apiKey, wire },
    acquire: async (signal) => {
      const permit = await acquirePermit(wanted, signal);
      return (attempt) => void ending.push(permit.end(attempt));
    },
  });
  try {
    const sampling = { temperature: 0, maxOutputTokens: MOST_TOKENS };
    const { text, usage, promptCut } = await client.complete({
      messages,
      sampling,
      sampleIndex: 0,
      attempt: 0,
    });
    await Promise.all(ending);
    const costMicros = costOf(usage, price);
    if (costMicros !== null) await recordCost(wanted, costMicros);
    return { answer: storable(text), usage, costMicros, error: promptCut ? "prompt_cut" : null };
  } finally {
    await Promise.all(ending);
    await wire.close();
  }
}
