import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { OutputProfile } from "@/lib/drafting/schema";
import type { CachePolicy, RunView } from "@/lib/drafting/schema/runs";
import type { Prisma, CachePolicy as StoredPolicy } from "@/prisma/generated/client/client";

export const runFields = {
  id: true,
  name: true,
  dataset: { select: { id: true, name: true } },
  endpoint: { select: { id: true, name: true, currency: true } },
  method: true,
  methodVersion: true,
  profile: true,
  params: true,
  selection: true,
  model: true,
  uncached: true,
  cachePolicy: true,
  addResponses: true,
  state: true,
  pausedFor: true,
  maxCalls: true,
  maxCostMicros: true,
  price: true,
  spentMicros: true,
  costMicros: true,
  createdAt: true,
  startedAt: true,
  finishedAt: true,
  published: true,
  withdrawnAt: true,
} satisfies Prisma.DraftRunSelect;

/** The policy under its public name. */
export const cachePolicyOf = (stored: StoredPolicy): CachePolicy =>
  stored === "replay_only" ? "replay-only" : stored;

type RunRow = Prisma.DraftRunGetPayload<{ select: typeof runFields }>;

export function runView(
  { endpoint, price, maxCostMicros, spentMicros, costMicros, ...row }: RunRow,
  units: RunView["units"],
): RunView {
  const { currency, ...named } = endpoint;
  return {
    ...row,
    endpoint: named,
    currency,
    priced: price !== null,
    profile: row.profile as OutputProfile,
    params: row.params as Record<string, unknown>,
    selection: row.selection as RunView["selection"],
    cachePolicy: cachePolicyOf(row.cachePolicy),
    maxCostMicros: maxCostMicros === null ? null : Number(maxCostMicros),
    spentMicros: Number(spentMicros),
    costMicros: Number(costMicros),
    units,
  };
}

/** Units by state, for each run. */
export async function unitCounts(runs: readonly string[]): Promise<Map<string, RunView["units"]>> {
  const rows = await db.$queryRaw<({ runId: string } & RunView["units"])[]>`
    SELECT "runId", count(*)::int AS "all", count(*) FILTER (WHERE "state" = 'waiting')::int AS "waiting",
      count(*) FILTER (WHERE "state" = 'working')::int AS "working",
      count(*) FILTER (WHERE "state" = 'done')::int AS "done",
      count(*) FILTER (WHERE "state" = 'failed')::int AS "failed"
    FROM "DraftUnit" WHERE "runId" = ANY (${runs}::uuid[]) GROUP BY 1`;
  return new Map(rows.map(({ runId, ...units }) => [runId, units]));
}

export const NO_UNITS: RunView["units"] = { all: 0, waiting: 0, working: 0, done: 0, failed: 0 };

const RUNS_AT_ONCE = 200;

/** The project's runs, newest first. */
export async function listRuns(actor: Member<"researcher">, projectId: string): Promise<RunView[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: {
      draftRuns: { orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: RUNS_AT_ONCE, select: runFields },
    },
  });
  if (!project) return null;
  const counts = await unitCounts(project.draftRuns.map(({ id }) => id));
  return project.draftRuns.map((run) => runView(run, counts.get(run.id) ?? NO_UNITS));
}
