import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { installationFence } from "@/lib/drafting/data/text-fence";
import { openFence, withFence } from "@/lib/drafting/rules/prompt-template";
import { isWhole, keyOfRequest } from "@/lib/llm/cassette";
import { type AnswerSchema, type ChatMessage, CompletionRecord } from "@/lib/llm/schema";
import type { LlmCall } from "@/prisma/generated/client/client";

const READ_AT_ONCE = 200;

/**
 * The calls that a run used, as a recording that `countersign draft --cassette-in` replays: complete answers only. Texts
 * in the prompts have the delimiters of the command line instead of this installation's. Null when the researcher may
 * not read the run.
 */
export async function cassetteOf(
  actor: Member<"researcher">,
  runId: string,
): Promise<AsyncGenerator<string> | null> {
  const run = await db.draftRun.findFirst({
    where: { id: runId, project: memberOf(actor) },
    select: { id: true },
  });
  return run && lines(runId);
}

async function* lines(runId: string): AsyncGenerator<string> {
  const from = installationFence();
  let after: string | undefined;
  for (;;) {
    const calls = await db.llmCall.findMany({
      where: { units: { some: { unit: { runId } } }, state: { in: ["ok", "replaced"] } },
      orderBy: { id: "asc" },
      take: READ_AT_ONCE,
      ...(after !== undefined && { cursor: { id: after }, skip: 1 }),
      omit: { raw: true },
    });
    for (const call of calls) {
      const record = recordOf(call);
      if (!isWhole(record)) continue;
      const messages = (call.messages as unknown as ChatMessage[]).map((message) => ({
        ...message,
        content: withFence(message.content, from, openFence),
      }));
      const key = keyOfRequest(
        { provider: call.provider, base: call.base, model: call.modelRequested },
        {
          messages,
          sampling: record.samplingRequested,
          sampleIndex: call.sampleIndex,
          attempt: call.attempt,
          ...(call.schema !== null && { schema: call.schema as unknown as AnswerSchema }),
        },
      );
      yield `${JSON.stringify({ key, record })}\n`;
    }
    if (calls.length < READ_AT_ONCE) return;
    after = calls.at(-1)?.id;
  }
}

function recordOf(call: Omit<LlmCall, "raw">): CompletionRecord {
  const { text, reasoning, finishReason, refusal, modelRequested, modelReturned, requestId } = call;
  return CompletionRecord.parse({
    text: text ?? "",
    ...(reasoning !== null && { reasoning }),
    finishReason: finishReason ?? "other",
    ...(refusal && { refusal }),
    modelRequested,
    ...(modelReturned !== null && { modelReturned }),
    ...(requestId !== null && { requestId }),
    ...(call.systemFingerprint !== null && { systemFingerprint: call.systemFingerprint }),
    samplingRequested: call.samplingRequested,
    samplingSent: call.samplingSent ?? {},
    samplingDropped: call.samplingDropped,
    warnings: call.warnings,
    usage: call.usage ?? {},
    latencyMs: call.latencyMs ?? 0,
    attempts: call.httpAttempts,
    fromCache: false,
  });
}
