import "server-only";
import { randomUUID } from "node:crypto";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import type {
  EndpointChanges,
  EndpointTest,
  EndpointView,
  NewEndpoint,
  NewPrice,
} from "@/lib/drafting/schema/endpoints";
import { endpointTestJob } from "@/lib/drafting/schema/jobs";
import { env } from "@/lib/env";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { checkEndpoint } from "@/lib/llm/endpoint";
import type { Price } from "@/lib/llm/price";
import type { Provider } from "@/lib/llm/schema";
import { hasAccess } from "@/lib/project/data";
import { enqueue } from "@/lib/queue/enqueue";
import { seal } from "@/lib/secrets/seal";
import { LlmProvider, type Prisma } from "@/prisma/generated/client/client";

const fields = {
  id: true,
  name: true,
  provider: true,
  baseUrl: true,
  keyLastFour: true,
  model: true,
  embeddingModel: true,
  requestsPerMinute: true,
  tokensPerMinute: true,
  concurrency: true,
  timeoutSeconds: true,
  answerMegabytes: true,
  currency: true,
  budgetMicros: true,
  spentMicros: true,
  refused: true,
  brokenUntil: true,
  testRequestedAt: true,
  test: true,
  createdAt: true,
  runs: { where: { spentMicros: { gt: 0 } }, select: { spentMicros: true } },
  prices: {
    orderBy: [{ since: "desc" }, { model: "asc" }],
    select: { model: true, inputMicros: true, cachedInputMicros: true, outputMicros: true, since: true },
  },
} satisfies Prisma.LlmEndpointSelect;

const STORED: Record<Provider, LlmProvider> = {
  "openai-compatible": LlmProvider.openai_compatible,
  openai: LlmProvider.openai,
  anthropic: LlmProvider.anthropic,
  google: LlmProvider.google,
};

export function providerOf(stored: LlmProvider): Provider {
  return stored === LlmProvider.openai_compatible ? "openai-compatible" : stored;
}

type Row = Prisma.LlmEndpointGetPayload<{ select: typeof fields }>;

function viewOf({
  provider,
  budgetMicros,
  spentMicros,
  refused,
  prices,
  test,
  runs,
  ...row
}: Row): EndpointView {
  return {
    ...row,
    provider: providerOf(provider),
    budgetMicros: budgetMicros === null ? null : Number(budgetMicros),
    spentMicros: Number(spentMicros),
    testsMicros: Number(runs.reduce((left, run) => left - run.spentMicros, spentMicros)),
    refused: refused as Record<string, string[]>,
    prices: prices.map(({ since, ...price }) => ({ ...price, since: since.toISOString().slice(0, 10) })),
    test: test as EndpointTest | null,
  };
}

/** The project's endpoints by name, without archived ones. */
export async function listEndpoints(
  actor: Member<"admin">,
  projectId: string,
): Promise<EndpointView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: { endpoints: { where: { archivedAt: null }, orderBy: { name: "asc" }, select: fields } },
  });
  return project?.endpoints.map(viewOf) ?? null;
}

/** A page of endpoints by id. */
export async function readEndpoints(
  actor: Member<"admin">,
  projectId: string,
  page: PageRequest,
): Promise<ListPage<EndpointView> | null> {
  if (!(await hasAccess(actor, projectId))) return null;
  const rows = await db.llmEndpoint.findMany({
    where: { projectId, archivedAt: null, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: fields,
  });
  return pageFrom(rows, page, byId, viewOf);
}

/** True if a project has a language model. Without one, rules draft, and its pages say so. */
export async function hasModel(actor: Member<"member">, projectId: string): Promise<boolean> {
  const found = await db.llmEndpoint.findFirst({
    where: { projectId, archivedAt: null, project: memberOf(actor) },
    select: { id: true },
  });
  return found !== null;
}

export async function findEndpoint(actor: Member<"admin">, id: string): Promise<EndpointView | null> {
  const found = await db.llmEndpoint.findFirst({
    where: { id, archivedAt: null, project: memberOf(actor) },
    select: fields,
  });
  return found && viewOf(found);
}

type Refused = Refusal<
  "address-refused" | "no-key-secret" | "key-again" | "endpoint-name-taken" | "endpoint-in-use" | "archived"
>;

/** Refuses an address that may not be called, and a key when there is no secret to seal it with. */
export async function createEndpoint(
  actor: Member<"admin">,
  projectId: string,
  { apiKey, provider, ...body }: NewEndpoint,
): Promise<EndpointView | Refused | null> {
  const check = checkEndpoint(body.baseUrl, env().LLM_ALLOWED_ORIGINS);
  if (!check.ok) return refuse("address-refused", { reason: check.reason });
  const id = randomUUID();
  const sealed = apiKey === null ? null : seal(apiKey, { endpoint: id, origin: check.url.origin });
  if (apiKey !== null && !sealed) return refuse("no-key-secret");
  return db.$transaction(async (tx) => {
    const project = await tx.project.findFirst({
      where: { id: projectId, AND: memberOf(actor) },
      select: { archivedAt: true },
    });
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    const { count } = await tx.llmEndpoint.createMany({
      data: [
        {
          ...body,
          id,
          projectId,
          provider: STORED[provider],
          baseUrl: check.url.href,
          bearable: body.concurrency,
          ...sealed,
        },
      ],
      skipDuplicates: true,
    });
    if (count === 0) return refuse("endpoint-name-taken");
    await audit(tx, actor, {
      action: "endpoint.created",
      projectId,
      subject: ["LlmEndpoint", id],
      detail: { provider, key: sealed !== null },
    });
    return viewOf(await tx.llmEndpoint.findUniqueOrThrow({ where: { id }, select: fields }));
  });
}

/**
 * Changes an endpoint. A key may only be sent to the origin it was given for: with another origin it has to
 * be entered again.
 */
export async function changeEndpoint(
  actor: Member<"admin">,
  id: string,
  { apiKey, provider, baseUrl, ...changes }: EndpointChanges,
): Promise<EndpointView | Refused | null> {
  return db.$transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "LlmEndpoint" WHERE "id" = ${id}::uuid FOR UPDATE`;
    const before = await tx.llmEndpoint.findFirst({
      where: { id, archivedAt: null, project: memberOf(actor) },
      select: { projectId: true, name: true, baseUrl: true, keyId: true, concurrency: true },
    });
    if (!locked || !before) return null;
    const { projectId } = before;
    const check = checkEndpoint(baseUrl ?? before.baseUrl, env().LLM_ALLOWED_ORIGINS);
    if (!check.ok && (baseUrl !== undefined || typeof apiKey === "string")) {
      return refuse("address-refused", { reason: check.reason });
    }
    const origin = check.ok ? check.url.origin : "";
    const hasNewOrigin = check.ok && origin !== new URL(before.baseUrl).origin;
    if (hasNewOrigin && before.keyId !== null && apiKey === undefined) return refuse("key-again");
    const sealed = typeof apiKey === "string" ? seal(apiKey, { endpoint: id, origin }) : null;
    if (typeof apiKey === "string" && !sealed) return refuse("no-key-secret");
    if (changes.name !== undefined && changes.name !== before.name) {
      const taken = await tx.llmEndpoint.count({ where: { projectId, name: changes.name } });
      if (taken > 0) return refuse("endpoint-name-taken");
    }
    const concurrency = changes.concurrency ?? before.concurrency;
    const changed = await tx.llmEndpoint.update({
      where: { id },
      data: {
        ...changes,
        ...(provider && { provider: STORED[provider] }),
        ...(check.ok && baseUrl !== undefined && { baseUrl: check.url.href }),
        ...(apiKey === null && { keySealed: null, keyId: null, keyLastFour: null }),
        ...sealed,
        ...(changes.concurrency !== undefined && { bearable: concurrency, successesInRow: 0 }),
        // Earlier failures may be fixed by the change.
        brokenUntil: null,
        failuresInRow: 0,
      },
      select: fields,
    });
    await audit(tx, actor, {
      action: "endpoint.changed",
      projectId,
      subject: ["LlmEndpoint", id],
      detail: { origin: hasNewOrigin, key: apiKey !== undefined },
    });
    return viewOf(changed);
  });
}

/** Archives an endpoint: its key is destroyed, its drafts stay. Refused while a run uses it. */
export function archiveEndpoint(
  actor: Member<"admin">,
  id: string,
): Promise<{ id: string } | Refused | null> {
  return db.$transaction(async (tx) => {
    const [locked] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "LlmEndpoint" WHERE "id" = ${id}::uuid FOR UPDATE`;
    const found = await tx.llmEndpoint.findFirst({
      where: { id, archivedAt: null, project: memberOf(actor) },
      select: {
        projectId: true,
        name: true,
        _count: {
          select: { runs: { where: { state: { in: ["draft", "running", "paused", "paused_budget"] } } } },
        },
      },
    });
    if (!locked || !found) return null;
    if (found._count.runs > 0) return refuse("endpoint-in-use");
    await tx.llmEndpoint.update({
      where: { id },
      data: {
        archivedAt: new Date(),
        // Frees the name for another endpoint.
        name: `${found.name} (${id})`,
        ...{ keySealed: null, keyId: null, keyLastFour: null },
      },
    });
    await audit(tx, actor, {
      action: "endpoint.archived",
      projectId: found.projectId,
      subject: ["LlmEndpoint", id],
    });
    return { id };
  });
}

/** Stores a model's price from a date on. Existing runs keep the price they were created with. */
export function setPrice(
  actor: Member<"admin">,
  id: string,
  { since, ...price }: NewPrice,
): Promise<EndpointView | null> {
  return db.$transaction(async (tx) => {
    const found = await tx.llmEndpoint.findFirst({
      where: { id, archivedAt: null, project: memberOf(actor) },
      select: { projectId: true },
    });
    if (!found) return null;
    const key = { endpointId: id, model: price.model, since: new Date(since) };
    await tx.llmPrice.upsert({
      where: { endpointId_model_since: key },
      create: { ...price, ...key },
      update: price,
    });
    await audit(tx, actor, {
      action: "endpoint.priced",
      projectId: found.projectId,
      subject: ["LlmEndpoint", id],
      detail: { since, inputMicros: price.inputMicros, outputMicros: price.outputMicros },
    });
    return viewOf(await tx.llmEndpoint.findUniqueOrThrow({ where: { id }, select: fields }));
  });
}

/** A model's current price; null when unknown. */
export async function priceOf(
  endpoint: { id: string; currency: string },
  model: string,
): Promise<Price | null> {
  const found = await db.llmPrice.findFirst({
    where: { endpointId: endpoint.id, model, since: { lte: new Date() } },
    orderBy: { since: "desc" },
  });
  if (!found) return null;
  return {
    currency: endpoint.currency,
    inputMicros: found.inputMicros,
    ...(found.cachedInputMicros !== null && { cachedInputMicros: found.cachedInputMicros }),
    outputMicros: found.outputMicros,
    since: found.since.toISOString().slice(0, 10),
  };
}

/**
 * Makes the worker test the connection, because only the worker opens keys. The result is stored in the
 * endpoint's `test`.
 */
export function requestTest(actor: Member<"admin">, id: string): Promise<EndpointView | null> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.llmEndpoint.updateMany({
      where: { id, archivedAt: null, project: memberOf(actor) },
      data: { testRequestedAt: new Date() },
    });
    if (count === 0) return null;
    await enqueue(tx, endpointTestJob, { id }, { key: `endpoint-test:${id}` });
    return viewOf(await tx.llmEndpoint.findUniqueOrThrow({ where: { id }, select: fields }));
  });
}
