import "server-only";
import { db } from "@/lib/database/db";
import { providerOf } from "@/lib/drafting/data/endpoints";
import { findMethod } from "@/lib/drafting/data/find-method";
import type { ModelConnection } from "@/lib/drafting/data/model-connection";
import { cachePolicyOf } from "@/lib/drafting/data/runs";
import { memberKey } from "@/lib/drafting/rules/judge/panel";
import type { CallPlan, DraftMethod } from "@/lib/drafting/schema";
import type { RunSelection } from "@/lib/drafting/schema/runs";
import { env } from "@/lib/env";
import { openWire, type Wire } from "@/lib/llm/http";
import type { Price } from "@/lib/llm/price";
import type { Sampling } from "@/lib/llm/schema";
import { unseal } from "@/lib/secrets/seal";
import type { Prisma } from "@/prisma/generated/client/client";

/** A run opened by a worker. */
export interface Open {
  id: string;
  endpointId: string;
  concurrency: number;
  method: DraftMethod;
  methodVersion: string;
  profile: string;
  params: unknown;
  selection: RunSelection;
  datasetId: string;
  line: ModelConnection;
  /** The models of a panel's members, by `memberKey`. */
  members: ReadonlyMap<string, ModelConnection>;
}

/** Opens a run, including its keys; those of runs are opened only here. The reason, when it cannot be opened. */
export async function openRun(
  id: string,
  wires: Map<string, Wire>,
): Promise<Open | "method-changed" | "key-unreadable"> {
  const run = await db.draftRun.findUniqueOrThrow({
    where: { id },
    include: { endpoint: { omit: { keySealed: false } } },
  });
  const { endpoint } = run;
  const method = await findMethod(run.projectId, run);
  if (!method || method.version !== run.methodVersion) return "method-changed";
  const line = openLine(run, { endpoint, model: run.model, price: run.price as Price | null }, wires);
  if (line === null) return "key-unreadable";
  const members = await openMembers(run, method, wires);
  if (members === null) return "key-unreadable";
  return {
    id,
    endpointId: endpoint.id,
    concurrency: endpoint.concurrency,
    method,
    methodVersion: run.methodVersion,
    profile: run.profile,
    params: run.params,
    selection: run.selection as RunSelection,
    datasetId: run.datasetId,
    ...{ line, members },
  };
}

type OpenedRun = Prisma.DraftRunGetPayload<Record<string, never>>;

type OpenedEndpoint = Prisma.LlmEndpointGetPayload<{ omit: { keySealed: false } }>;

/** A model behind an endpoint for a run; null if its key cannot be opened. */
function openLine(
  run: OpenedRun,
  { endpoint, model, price }: { endpoint: OpenedEndpoint; model: string; price: Price | null },
  wires: Map<string, Wire>,
): ModelConnection | null {
  const url = new URL(endpoint.baseUrl);
  let apiKey: string | null = null;
  if (endpoint.keySealed && endpoint.keyId) {
    const { keySealed, keyId } = endpoint;
    apiKey = unseal({ keySealed, keyId }, { endpoint: endpoint.id, origin: url.origin });
    if (apiKey === null) return null;
  }
  const { id: endpointId, baseUrl, timeoutSeconds, answerMegabytes } = endpoint;
  const wireKey = [endpointId, baseUrl, timeoutSeconds, answerMegabytes].join(" ");
  const cached = wires.get(wireKey);
  const wire =
    cached ??
    openWire({
      base: endpoint.baseUrl,
      allowed: env().LLM_ALLOWED_ORIGINS,
      timeout: timeoutSeconds * 1000,
      mostBytes: answerMegabytes * 1e6,
    });
  wires.set(wireKey, wire);
  const refused = (endpoint.refused as Record<string, (keyof Sampling)[]>)[model] ?? [];
  return {
    endpointId,
    projectId: run.projectId,
    runId: run.id,
    provider: providerOf(endpoint.provider),
    base: endpoint.baseUrl,
    model,
    embeddingModel: run.embeddingModel,
    apiKey,
    wire,
    price,
    ...(run.uncached && { salt: run.id }),
    cachePolicy: cachePolicyOf(run.cachePolicy),
    refuses: new Set(refused),
  };
}

/** The models that the members of a panel ask, at the prices of when the run was made; null if a key cannot be opened. */
async function openMembers(
  run: OpenedRun,
  { judge }: DraftMethod,
  wires: Map<string, Wire>,
): Promise<Map<string, ModelConnection> | null> {
  const lines = new Map<string, ModelConnection>();
  const prices = (run.memberPrices ?? {}) as Record<string, Price | null>;
  const endpoints = await db.llmEndpoint.findMany({
    where: { id: { in: (judge?.members ?? []).map(({ endpoint }) => endpoint) }, projectId: run.projectId },
    omit: { keySealed: false },
  });
  for (const asked of judge?.members ?? []) {
    const endpoint = endpoints.find(({ id }) => id === asked.endpoint);
    if (!endpoint) throw new Error("a member of a panel has no endpoint");
    const price = prices[memberKey(asked)] ?? null;
    const line = openLine(run, { endpoint, model: asked.model, price }, wires);
    if (line === null) return null;
    lines.set(memberKey(asked), line);
  }
  return lines;
}

/** The connection that a call goes through. */
export function lineOf({ line, members }: Open, { asked }: CallPlan): ModelConnection {
  const own = asked ? members.get(memberKey(asked)) : line;
  if (!own) throw new Error("a call asks a model that the run has not opened");
  return own;
}
