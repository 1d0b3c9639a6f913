import "server-only";
import type { Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { type Designed, designOf, type Unfit } from "@/lib/drafting/data/run-design";
import { type Chosen, inputsOf, nthSubject, sampleSubjects } from "@/lib/drafting/data/subjects";
import { installationFence } from "@/lib/drafting/data/text-fence";
import { estimateUnit } from "@/lib/drafting/rules/cost-estimate";
import type { PromptPreview, RunDesign, RunPreview } from "@/lib/drafting/schema/runs";
import { canonicalJson } from "@/lib/llm/key";
import { costOf } from "@/lib/llm/price";

const PREVIEWED = 200;

/** The maximum cost of a run, computed without calling the endpoint. */
export async function previewRun(
  actor: Member<"admin">,
  projectId: string,
  { show = 0, ...design }: RunDesign & { show?: number },
): Promise<RunPreview | Unfit | null> {
  const designed = await designOf(actor, projectId, design);
  if (!designed || "refused" in designed) return designed;
  return previewDesigned(designed, design.dataset, show);
}

/** The preview of a design that was checked, with the prompts of its nth subject. */
export async function previewDesigned(
  { method, params, endpoint, price, selection }: Designed,
  datasetId: string,
  show: number,
): Promise<RunPreview> {
  const { units, unfit, sample } = await sampleSubjects({ datasetId, method, selection }, PREVIEWED);
  const fence = installationFence();
  const sums = { calls: 0, input: 0, output: 0 };
  let left: number | null = null;
  for (const input of await inputsOf(sample, method, selection)) {
    const { calls, input: read, output } = estimateUnit(method, input, params, fence);
    const remaining = method.left?.(input, params) ?? null;
    if (remaining !== null) left = (left ?? 0) + remaining;
    sums.calls += calls;
    sums.input += read;
    sums.output += output;
  }
  const scale = sample.length === 0 ? 0 : units / sample.length;
  const [calls, inputTokens, outputTokens] = [sums.calls, sums.input, sums.output].map((sum) =>
    Math.ceil(sum * scale),
  ) as [number, number, number];
  return {
    units,
    unfit,
    calls,
    left: left === null ? null : Math.round(left * scale),
    inputTokens,
    outputTokens,
    costMicros: costOf({ input: inputTokens, output: outputTokens }, price),
    currency: endpoint.currency,
    priceSince: price?.since ?? null,
    sampled: sample.length < units,
    seconds: Math.ceil((calls / endpoint.requestsPerMinute) * 60),
    rubric: selection.rubric ?? null,
    prompt: await promptOf({ datasetId, method, selection }, params, show),
  };
}

/** Maximum number of prompts in a preview. */
const PROMPTS = 8;

/** The first calls for one of the chosen tasks, responses or pairs, by the method's own plan. */
async function promptOf(chosen: Chosen, params: unknown, at: number): Promise<PromptPreview | null> {
  const { method, selection } = chosen;
  const subject = await nthSubject(chosen, at);
  const [input] = subject ? await inputsOf([subject], method, selection) : [];
  if (!subject || !input) return null;
  const planned = method.plan(input, params, installationFence());
  const prompts = new Map<string, PromptPreview["prompts"][number]>();
  const requests = new Set<string>();
  for (const { messages, schema, sampling, sampleIndex } of planned) {
    const key = canonicalJson([messages, schema]);
    const request = canonicalJson([messages, schema, sampling, sampleIndex]);
    // Equal calls are one request.
    if (requests.has(request)) continue;
    requests.add(request);
    const times = (prompts.get(key)?.times ?? 0) + 1;
    prompts.set(key, { messages: [...messages], schema: schema?.jsonSchema ?? null, times });
  }
  const [task, responses] = await Promise.all([
    db.task.findUniqueOrThrow({ where: { id: subject.taskId }, select: { key: true } }),
    db.response.findMany({
      where: { id: { in: [subject.responseId, subject.responseBId].filter((id) => id !== null) } },
      orderBy: { position: "asc" },
      select: { key: true },
    }),
  ]);
  return {
    at,
    task: task.key,
    responses: responses.map(({ key }) => key),
    prompts: [...prompts.values()].slice(0, PROMPTS),
    more: Math.max(0, prompts.size - PROMPTS),
    goesOn: method.most(input, params) > planned.length,
  };
}
