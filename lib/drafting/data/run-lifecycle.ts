import "server-only";
import { type Member, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { emitOfRun } from "@/lib/drafting/data/events";
import { addToDataset } from "@/lib/drafting/data/generated-responses";
import { draftResumeJob } from "@/lib/drafting/schema/jobs";
import type { ResumeBody, RunState } from "@/lib/drafting/schema/runs";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

type RunChange = { id: string; state: RunState } | Refusal<"run-state-changed" | "archived"> | null;

interface Locked {
  id: string;
  projectId: string;
  datasetId: string;
  state: RunState;
  startedAt: Date | null;
  endpointAway: boolean;
  archived: boolean;
}

/** Changes a run of the actor under its lock. */
function withRun(
  actor: Member<"admin">,
  id: string,
  act: (tx: Tx, run: Locked) => Promise<RunChange>,
): Promise<RunChange> {
  return db.$transaction(async (tx) => {
    const [run] = await tx.$queryRaw<Locked[]>`
      SELECT r."id", r."projectId", r."datasetId", r."state"::text AS "state", r."startedAt",
        e."archivedAt" IS NOT NULL AS "endpointAway", p."archivedAt" IS NOT NULL AS "archived"
      FROM "DraftRun" r JOIN "LlmEndpoint" e ON e."id" = r."endpointId" JOIN "Project" p ON p."id" = r."projectId"
      WHERE r."id" = ${id}::uuid AND ${memberOfSql(actor, Prisma.sql`r."projectId"`)} FOR UPDATE OF r`;
    return run ? act(tx, run) : null;
  });
}

function move(
  actor: Member<"admin">,
  id: string,
  from: RunState[],
  to: RunState,
  data: Prisma.DraftRunUpdateInput = {},
): Promise<RunChange> {
  return withRun(actor, id, async (tx, run) => {
    if (!from.includes(run.state)) return refuse("run-state-changed");
    if (to === "running") {
      if (run.archived) return refuse("archived");
      if (run.endpointAway) return refuse("run-state-changed");
    }
    await tx.draftRun.update({
      where: { id },
      data: {
        state: to,
        pausedFor: null,
        ...(to === "running" && { startedAt: run.startedAt ?? new Date(), finishedAt: null }),
        ...(to === "cancelled" && { finishedAt: new Date() }),
        ...data,
      },
    });
    const action =
      to === "running" ? (run.startedAt ? "run.resumed" : "run.started") : (`run.${to}` as const);
    await audit(tx, actor, {
      action,
      projectId: run.projectId,
      subject: ["DraftRun", id],
      detail: { from: run.state },
    });
    if (to === "running") await enqueue(tx, draftResumeJob, {}, { key: draftResumeJob.name });
    else if (run.state === "running") await datasetGrew(tx, run.datasetId);
    if (to === "cancelled" && run.startedAt) await emitOfRun(tx, "run.stopped", id);
    return { id, state: to };
  });
}

export const startRun = (actor: Member<"admin">, id: string) => move(actor, id, ["draft"], "running");

/** No request begins after it; those under way are aborted within seconds, and no draft is lost. */
export const pauseRun = (actor: Member<"admin">, id: string) => move(actor, id, ["running"], "paused");

/** Ends a run permanently. Its drafts stay. */
export const cancelRun = (actor: Member<"admin">, id: string) =>
  move(actor, id, ["draft", "running", "paused", "paused_budget"], "cancelled");

export const resumeRun = (actor: Member<"admin">, id: string, { maxCalls, maxCostMicros }: ResumeBody) =>
  move(actor, id, ["paused", "paused_budget"], "running", {
    ...(maxCalls !== undefined && { maxCalls }),
    ...(maxCostMicros !== undefined && { maxCostMicros }),
  });

/** Retries failed units, all or one kind of failure. Parsed answers stay, others are requested again. */
export function retryRun(actor: Member<"admin">, id: string, error?: string): Promise<RunChange> {
  return withRun(actor, id, async (tx, run) => {
    if (run.archived) return refuse("archived");
    if (run.endpointAway || !["running", "paused", "done"].includes(run.state))
      return refuse("run-state-changed");
    const again = await tx.$executeRaw`
      UPDATE "DraftUnit" SET "state" = 'waiting', "error" = NULL, "returns" = 0, "notBefore" = NULL,
        "finishedAt" = NULL, "round" = "round" + 1
      WHERE "runId" = ${id}::uuid AND "state" = 'failed' AND (${error ?? null}::text IS NULL OR "error" = ${error ?? null})`;
    const state = again > 0 && run.state === "done" ? "running" : run.state;
    if (again > 0) {
      await tx.draftRun.update({
        where: { id },
        data: { state, ...(state === "running" && { finishedAt: null }) },
      });
      await audit(tx, actor, {
        action: "run.retried",
        projectId: run.projectId,
        subject: ["DraftRun", id],
        detail: { units: again, error: error ?? null },
      });
      await enqueue(tx, draftResumeJob, {}, { key: draftResumeJob.name });
    }
    return { id, state };
  });
}

/**
 * Publishes a run's drafts, or withdraws them. Unpublished drafts are neither shown nor counted; what was
 * shown already, and rubrics used by active batches, stays. Requesting the current state changes nothing.
 */
export function publishRun(
  actor: Member<"admin">,
  id: string,
  published: boolean,
): Promise<{ id: string; published: boolean } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const [run] = await tx.$queryRaw<(Locked & { published: boolean })[]>`
      SELECT r."id", r."projectId", r."datasetId", r."published", p."archivedAt" IS NOT NULL AS "archived"
      FROM "DraftRun" r JOIN "Project" p ON p."id" = r."projectId"
      WHERE r."id" = ${id}::uuid AND ${memberOfSql(actor, Prisma.sql`r."projectId"`)} FOR UPDATE OF r`;
    if (!run) return null;
    if (run.archived) return refuse("archived");
    if (run.published === published) return { id, published };
    await tx.draftRun.update({
      where: { id },
      data: { published, withdrawnAt: published ? null : new Date() },
    });
    if (published) await addToDataset(tx, Prisma.sql`u."runId" = ${id}::uuid`);
    await datasetGrew(tx, run.datasetId);
    await audit(tx, actor, {
      action: published ? "run.published" : "run.withdrawn",
      projectId: run.projectId,
      subject: ["DraftRun", id],
    });
    return { id, published };
  });
}
