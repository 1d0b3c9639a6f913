import { db } from "@/lib/database/db";
import { providerOf } from "@/lib/drafting/data/endpoints";
import { findMethod } from "@/lib/drafting/data/find-method";
import { inputsOf } from "@/lib/drafting/data/subjects";
import { installationFence } from "@/lib/drafting/data/text-fence";
import { requestOf, runStages } from "@/lib/drafting/rules/run-method";
import type { CallPlan } from "@/lib/drafting/schema";
import type { RunSelection } from "@/lib/drafting/schema/runs";
import { callKey } from "@/lib/llm/key";
import { RECORDED } from "@/prisma/demo/written-answers";
import type { Prisma } from "@/prisma/generated/client/client";
import { makeEndpoint } from "@/testing/builders/runs";

/**
 * An endpoint without a server. Its runs send no request: every answer is stored as a call before the run starts, and a run
 * takes the answer of an earlier call with the same prompt and settings.
 */
export function makeRecordedEndpoint(projectId: string) {
  return makeEndpoint({
    project: { id: projectId },
    ...{ name: "Recorded answers (sample data)", model: "sample judge" },
    baseUrl: "https://recorded.demo.example/v1",
  });
}

type RunWithEndpoint = Prisma.DraftRunGetPayload<{ include: { endpoint: { omit: { keySealed: true } } } }>;

/**
 * Stores the answers to all calls of a run before it starts, under the keys by which calls are found again. The run then
 * takes them without a request. `response` is the judged response's id in the study file.
 */
export async function recordAnswers(
  runId: string,
  answerTo: (plan: CallPlan, response: string | undefined) => string,
): Promise<void> {
  const run = await db.draftRun.findUniqueOrThrow({ where: { id: runId }, include: { endpoint: true } });
  const method = done(await findMethod(run.projectId, run));
  const units = await db.draftUnit.findMany({
    where: { runId },
    orderBy: { position: "asc" },
    include: { response: { select: { key: true } } },
  });
  const inputs = await inputsOf(units, method, run.selection as RunSelection);
  const params = method.params.parse(run.params);
  const calls: Prisma.LlmCallCreateManyInput[] = [];
  for (const [at, unit] of units.entries()) {
    const input = inputs[at];
    if (!input) throw new Error("a recorded unit has no input");
    await runStages(method, input, params, installationFence(), {
      embed: async () => null,
      ask: async (plan) => {
        const text = answerTo(plan, unit.response?.key);
        calls.push(storedCall(run, unit.id, plan, text));
        return { plan, text, outcome: plan.read({ text, finishReason: "stop" }) };
      },
    });
  }
  await db.llmCall.createMany({ data: calls, skipDuplicates: true });
}

/** A call with its recorded answer, under the key by which it is found again. */
function storedCall(
  { id, projectId, endpointId, endpoint, model }: RunWithEndpoint,
  unitId: string,
  plan: CallPlan,
  text: string,
): Prisma.LlmCallCreateManyInput {
  const { repaired, ...request } = requestOf(plan, 0);
  const provider = providerOf(endpoint.provider);
  const samplingSent = Object.fromEntries(
    Object.entries(plan.sampling).filter(([, value]) => value !== undefined),
  );
  const asked = { provider, base: endpoint.baseUrl, model };
  return {
    ...{ projectId, endpointId, runId: id, unitId, provider, base: endpoint.baseUrl, modelRequested: model },
    callKey: callKey({ ...request, ...asked, samplingSent }),
    ...{ state: "ok" as const, sampleIndex: plan.sampleIndex, attempt: 0, repairedPrompt: repaired },
    ...{
      templateId: plan.template.id,
      templateVersion: plan.template.version,
      templateHash: plan.template.hash,
    },
    messages: request.messages as unknown as Prisma.InputJsonArray,
    samplingRequested: { ...plan.sampling },
    ...{ samplingSent, finishReason: "stop", text, warnings: [RECORDED], endedAt: new Date() },
  };
}

/** The created record; a refusal is an error of the sample data. */
export function done<T>(made: T): Exclude<T, null | "none" | { refused: string }> {
  if (made === null || made === undefined || (typeof made === "object" && "refused" in made))
    throw new Error(`the sample data was not made: ${JSON.stringify(made)}`);
  return made as Exclude<T, null | "none" | { refused: string }>;
}
