import { providerOf } from "@/lib/drafting/data/endpoints";
import { requestOf } from "@/lib/drafting/rules/run-method";
import type { CallPlan } from "@/lib/drafting/schema";
import { callKey } from "@/lib/llm/key";
import type { Prisma } from "@/prisma/generated/client/client";
import { makeEndpoint } from "@/testing/builders/runs";

/** The label of recorded answers, which their calls, judges and runs bear. */
export const RECORDED = "Recorded for the demo: written by hand, no model was asked.";

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

/** A call with its recorded answer, under the key by which it is found again. */
export function storedCall(
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

/** What was made; a refusal is an error of the sample data. */
export function done<T>(made: T): Exclude<T, null | "none" | { refused: string }> {
  if (made === null || made === undefined || (typeof made === "object" && "refused" in made))
    throw new Error(`the sample data was not made: ${JSON.stringify(made)}`);
  return made as Exclude<T, null | "none" | { refused: string }>;
}
