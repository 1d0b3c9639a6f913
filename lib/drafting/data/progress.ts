import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { NO_UNITS, runFields, runView, unitCounts } from "@/lib/drafting/data/runs";
import { methodById, methodTitle } from "@/lib/drafting/rules/methods";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import type { DraftedLabel, OutputProfile, StopReason } from "@/lib/drafting/schema";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import type { Provenance, ProvenanceCall } from "@/lib/drafting/schema/provenance";
import type { RunFailure, RunProgress } from "@/lib/drafting/schema/runs";
import type { ItemAblation, SelectiveChoice } from "@/lib/drafting/schema/verdicts";
import { pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";

/** A run and its progress, by the database's clock. */
export async function findRun(actor: Member<"researcher">, id: string): Promise<RunProgress | null> {
  const found = await db.draftRun.findFirst({
    where: { id, project: memberOf(actor) },
    select: { ...runFields, requests: true },
  });
  if (!found) return null;
  const { requests, ...run } = found;
  const [counts, [calls], failed, unread, [made], [pace], measured] = await Promise.all([
    unitCounts([id]),
    db.$queryRaw<{ calls: number; cached: number }[]>`
      SELECT count(*)::int AS "calls", count(*) FILTER (WHERE c."cached")::int AS "cached"
      FROM "DraftUnitCall" c JOIN "DraftUnit" u ON u."id" = c."unitId" WHERE u."runId" = ${id}::uuid`,
    db.$queryRaw<Count[]>`
      SELECT "error" AS "what", count(*)::int AS "n" FROM "DraftUnit"
      WHERE "runId" = ${id}::uuid AND "state" = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1`,
    db.$queryRaw<Count[]>`
      SELECT c."parseCode" AS "what", count(*)::int AS "n"
      FROM "DraftUnitCall" c JOIN "DraftUnit" u ON u."id" = c."unitId"
      WHERE u."runId" = ${id}::uuid AND c."parseCode" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
    db.$queryRaw<
      { drafts: number; rubrics: number; labels: number; left: number; responses: number; added: number }[]
    >`
      SELECT count(*) FILTER (WHERE NOT d."left")::int AS "drafts", count(*) FILTER (WHERE d."left")::int AS "left",
        (SELECT count(*) FROM "RubricVersion" v JOIN "DraftUnit" u ON u."id" = v."unitId"
          WHERE u."runId" = ${id}::uuid)::int AS "rubrics",
        (SELECT count(*) FILTER (WHERE u."result" -> 'label' IS NOT NULL)
            + coalesce(sum(jsonb_array_length(u."result" -> 'labels')), 0)
          FROM "DraftUnit" u WHERE u."runId" = ${id}::uuid)::int AS "labels",
        (SELECT count(*) FROM "GeneratedResponse" g JOIN "DraftUnit" u ON u."id" = g."unitId"
          WHERE u."runId" = ${id}::uuid)::int AS "responses",
        (SELECT count(g."responseId") FROM "GeneratedResponse" g JOIN "DraftUnit" u ON u."id" = g."unitId"
          WHERE u."runId" = ${id}::uuid)::int AS "added"
      FROM (SELECT coalesce(d."provenance" -> 'flags' ? ${LEFT_TO_RULES}, FALSE) AS "left"
        FROM "Draft" d JOIN "DraftUnit" u ON u."id" = d."unitId" WHERE u."runId" = ${id}::uuid) d`,
    db.$queryRaw<{ requests: number; finished: number; seconds: number }[]>`
      SELECT (SELECT count(*) FROM "LlmPermit" WHERE "runId" = ${id}::uuid
          AND "at" > now() - interval '1 minute')::int AS "requests",
        count(*)::int AS "finished",
        extract(epoch FROM now() - greatest(min("finishedAt"), now() - interval '2 minutes'))::float8 AS "seconds"
      FROM "DraftUnit" WHERE "runId" = ${id}::uuid AND "finishedAt" > now() - interval '2 minutes'`,
    db.draftUnit.findMany({
      where: { runId: id, run: { method: { startsWith: "coeval.consistency" } }, state: "done" },
      orderBy: { position: "asc" },
      take: 20,
      select: { result: true },
    }),
  ]);
  const units = counts.get(id) ?? NO_UNITS;
  const unfinished = units.waiting + units.working;
  const perSecond = pace && pace.seconds > 0 ? pace.finished / pace.seconds : 0;
  return {
    ...runView(run, units),
    calls: calls?.calls ?? 0,
    cached: calls?.cached ?? 0,
    requests,
    requestsPerMinute: pace?.requests ?? 0,
    failed: byName(failed),
    unread: byName(unread),
    made: {
      drafts: made?.drafts ?? 0,
      rubrics: made?.rubrics ?? 0,
      labels: made?.labels ?? 0,
      responses: made?.responses ?? 0,
      added: made?.added ?? 0,
    },
    left: made?.left ?? 0,
    secondsLeft: unfinished === 0 ? 0 : perSecond > 0 ? Math.ceil(unfinished / perSecond) : null,
    measures: measured.flatMap(({ result }) => (result as UnitResult | null)?.measures ?? []),
  };
}

interface Count {
  what: string;
  n: number;
}

/** The `result` of a unit. */
export interface UnitResult {
  labels?: { item: string; labels: string[]; flags: string[] }[];
  label?: DraftedLabel;
  measures?: { name: string; value: number | null; note?: string }[];
  stopped?: StopReason;
  vector?: readonly number[];
}

function byName(counts: readonly Count[]): Record<string, number> {
  return Object.fromEntries(counts.map(({ what, n }) => [what, n]));
}

const FAILURES_AT_ONCE = 500;

/** The first failed units in order. Null when the run is not the researcher's. */
export async function listFailures(actor: Member<"researcher">, id: string): Promise<RunFailure[] | null> {
  return (await readFailures(actor, id, { limit: FAILURES_AT_ONCE }))?.items ?? null;
}

/** A page of failed units in order. Null when the run is not the researcher's. */
export async function readFailures(
  actor: Member<"researcher">,
  id: string,
  page: PageRequest,
): Promise<ListPage<RunFailure> | null> {
  const run = await db.draftRun.findFirst({ where: { id, project: memberOf(actor) }, select: { id: true } });
  if (!run) return null;
  const units = await db.draftUnit.findMany({
    where: {
      runId: id,
      state: "failed",
      ...(page.after !== undefined && { position: { gt: Number(page.after) } }),
    },
    orderBy: { position: "asc" },
    take: page.limit + 1,
    select: {
      id: true,
      position: true,
      error: true,
      finishedAt: true,
      task: { select: { id: true, key: true } },
      response: { select: { id: true, key: true } },
      made: { orderBy: { startedAt: "desc" }, take: 1, select: { httpAttempts: true } },
    },
  });
  return pageFrom(
    units,
    page,
    ({ position }) => String(position),
    ({ id: unit, error, made, ...row }) => {
      const attempts = (made[0]?.httpAttempts ?? []) as { status?: number }[];
      return { unit, ...row, error: error ?? "", status: attempts.at(-1)?.status ?? null };
    },
  );
}

// ---------------------------------------------------------------- provenance

/** Failed calls shown per unit; the latest are enough, because a unit fails after a few. */
const MOST_FAILED_CALLS = 20;

/**
 * The provenance of a drafted value; null when the researcher may not read it, "imported" when it is not from
 * a run.
 */
export async function draftProvenance(
  actor: Member<"researcher">,
  id: string,
): Promise<Provenance | "imported" | null> {
  const draft = await db.draft.findFirst({
    where: { id, dataset: { project: memberOf(actor) } },
    select: { unitId: true, itemId: true, provenance: true },
  });
  if (!draft) return null;
  if (!draft.unitId) return "imported";
  const { flags, undecided, votes, selective, ablations } = draft.provenance as {
    flags?: string[];
    undecided?: string;
    votes?: unknown[];
    selective?: SelectiveChoice;
    ablations?: ItemAblation[];
  };
  return unitProvenance(draft.unitId, draft.itemId, {
    flags: flags ?? [],
    undecided: undecided ?? null,
    votes: votes ?? null,
    selective: selective ?? null,
    ablations: ablations ? await withTexts(draft.unitId, ablations) : null,
  });
}

/** Ablations with the texts of the items that the unit was judged by. */
async function withTexts(unitId: string, ablations: readonly ItemAblation[]) {
  const { rubricVersion } = await db.draftUnit.findUniqueOrThrow({
    where: { id: unitId },
    select: {
      rubricVersion: { select: { items: { select: { text: true, item: { select: { key: true } } } } } },
    },
  });
  const texts = new Map(rubricVersion?.items.map(({ text, item }) => [item.key, text]));
  return ablations.map((one) => ({ ...one, text: texts.get(one.item) ?? one.item }));
}

/** The provenance of a version of a drafted rubric. */
export async function rubricProvenance(
  actor: Member<"researcher">,
  id: string,
): Promise<Provenance | "imported" | null> {
  const version = await db.rubricVersion.findFirst({
    where: { id, rubric: { dataset: { project: memberOf(actor) } } },
    select: { unitId: true, unit: { select: { flags: true } } },
  });
  if (!version) return null;
  if (!version.unitId) return "imported";
  return unitProvenance(version.unitId, null, {
    flags: version.unit?.flags ?? [],
    undecided: null,
    ...NO_SAMPLES,
  });
}

/** The provenance of one unit of a run, also when its answers could not be used. */
export async function unitOfRunProvenance(
  actor: Member<"researcher">,
  runId: string,
  id: string,
): Promise<Provenance | null> {
  const unit = await db.draftUnit.findFirst({
    where: { id, runId, run: { project: memberOf(actor) } },
    select: { flags: true, error: true },
  });
  if (!unit) return null;
  return unitProvenance(id, null, { flags: unit.flags, undecided: unit.error, ...NO_SAMPLES });
}

/** Fields that only drafted values have, empty for other drafts. */
const NO_SAMPLES = { votes: null, selective: null, ablations: null };

async function unitProvenance(
  unitId: string,
  item: string | null,
  about: Pick<Provenance, "flags" | "undecided" | keyof typeof NO_SAMPLES>,
): Promise<Provenance> {
  const { run, calls, made } = await db.draftUnit.findUniqueOrThrow({
    where: { id: unitId },
    select: {
      run: {
        select: {
          id: true,
          name: true,
          method: true,
          methodVersion: true,
          profile: true,
          params: true,
          endpoint: { select: { currency: true } },
        },
      },
      calls: {
        // Excludes calls about other items.
        where: item === null ? {} : { OR: [{ item }, { item: null }] },
        include: { call: { omit: { raw: true } } },
      },
      // Failed calls, which have no parsed answer.
      made: {
        where: { state: "failed", units: { none: {} } },
        orderBy: { startedAt: "desc" },
        take: MOST_FAILED_CALLS,
        omit: { raw: true },
      },
    },
  });
  const failed = made.map((call) => ({
    call,
    planKey: "",
    attempt: call.attempt,
    cached: false,
    parseCode: call.error ?? "unexpected",
    parsed: null,
    flags: [],
  }));
  const inOrder = [...calls, ...failed].toSorted(
    (a, b) =>
      a.call.startedAt.getTime() - b.call.startedAt.getTime() ||
      a.planKey.localeCompare(b.planKey) ||
      a.attempt - b.attempt,
  );
  return {
    method: {
      id: run.method,
      version: run.methodVersion,
      title:
        run.method === JUDGE_METHOD
          ? methodTitle(run.method, run.params)
          : (methodById(run.method)?.title ?? null),
      profile: run.profile as OutputProfile,
    },
    params: run.params as Record<string, unknown>,
    run: { id: run.id, name: run.name },
    ...about,
    calls: inOrder.map(
      ({ call, ...used }): ProvenanceCall => ({
        id: call.id,
        key: used.planKey,
        attempt: used.attempt,
        cached: used.cached,
        template: { id: call.templateId, version: call.templateVersion, hash: call.templateHash },
        repairedPrompt: call.repairedPrompt,
        order: call.order,
        messages: call.messages as ProvenanceCall["messages"],
        schema: call.schema,
        model: { requested: call.modelRequested, returned: call.modelReturned },
        base: call.base,
        samplingRequested: call.samplingRequested as ProvenanceCall["samplingRequested"],
        samplingSent: call.samplingSent as ProvenanceCall["samplingSent"],
        samplingDropped: call.samplingDropped,
        text: call.text,
        reasoning: call.reasoning,
        finishReason: call.finishReason,
        refusal: call.refusal,
        parseCode: used.parseCode,
        parsed: used.parsed,
        flags: used.flags,
        usage: call.usage as ProvenanceCall["usage"],
        costMicros: call.costMicros === null ? null : Number(call.costMicros),
        currency: run.endpoint.currency,
        latencyMs: call.latencyMs,
        httpAttempts: call.httpAttempts as unknown[],
        requestId: call.requestId,
        systemFingerprint: call.systemFingerprint,
        at: call.startedAt,
      }),
    ),
  };
}
