import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { designOf, type Unfit } from "@/lib/drafting/data/run-design";
import { insertUnits } from "@/lib/drafting/data/subjects";
import { draftResumeJob } from "@/lib/drafting/schema/jobs";
import type { NewRun, RunSelection } from "@/lib/drafting/schema/runs";
import { env } from "@/lib/env";
import { refuse } from "@/lib/http/refusals";
import { enqueue } from "@/lib/queue/enqueue";
import { VERSION } from "@/lib/version";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Creates a run with its units, as a draft or started at once. A cost limit requires a price. `unless` leaves out subjects by
 * their units in other runs. Runs by a judge's version are created one after another, so that each leaves out the units of those
 * before it.
 */
export async function createRun(
  actor: Member<"admin">,
  projectId: string,
  { name, maxCalls, maxCostMicros, uncached, cachePolicy, addResponses, start, published, ...design }: NewRun,
  unless?: Prisma.Sql,
): Promise<{ id: string; units: number } | Unfit | null> {
  const designed = await designOf(actor, projectId, design);
  if (!designed || "refused" in designed) return designed;
  const { method, params, endpoint, model, price, memberPrices, selection } = designed;
  if (maxCostMicros !== null && !price) return refuse("price-unknown");
  const made = await db
    .$transaction(
      async (tx) => {
        if (method.judge)
          await tx.$queryRaw`SELECT 1 FROM "JudgeVersion" WHERE "id" = ${method.judge.version}::uuid FOR NO KEY UPDATE`;
        const { id } = await tx.draftRun.create({
          data: {
            projectId,
            datasetId: design.dataset,
            name,
            method: method.id,
            methodVersion: method.version,
            program: VERSION,
            programBuild: env().COUNTERSIGN_BUILD ?? null,
            profile: method.profile,
            params: params as Prisma.InputJsonValue,
            selection,
            endpointId: endpoint.id,
            model,
            embeddingModel: endpoint.embeddingModel,
            judgeVersionId: method.judge?.version ?? null,
            price: price ?? Prisma.DbNull,
            memberPrices: memberPrices ?? Prisma.DbNull,
            uncached,
            cachePolicy: cachePolicy === "replay-only" ? "replay_only" : cachePolicy,
            addResponses,
            maxCalls,
            maxCostMicros,
            units: 0,
            published,
            requestedBy: actor.userId,
          },
          select: { id: true },
        });
        const units = await insertUnits(tx, id, { datasetId: design.dataset, method, selection, unless });
        if (units === 0) throw new NothingChosen();
        await tx.draftRun.update({ where: { id }, data: { units } });
        await audit(tx, actor, {
          action: "run.created",
          projectId,
          subject: ["DraftRun", id],
          detail: { method: method.id, units, maxCalls, maxCostMicros, uncached },
        });
        if (start) await begin(tx, actor, { id, projectId });
        return { id, units };
      },
      { timeout: 60_000 },
    )
    .catch((error) => {
      if (error instanceof NothingChosen) return null;
      throw error;
    });
  return made ?? refuse("no-subjects");
}

/**
 * Repeats a run as a draft, with all calls uncached, to see how its answers vary over time. It covers the
 * subjects that match its selection now. Null when it is not the admin's.
 */
export async function repeatRun(
  actor: Member<"admin">,
  id: string,
): Promise<{ id: string; units: number } | Unfit | null> {
  const run = await db.draftRun.findFirst({
    where: { id, project: memberOf(actor) },
    select: {
      projectId: true,
      name: true,
      datasetId: true,
      method: true,
      params: true,
      endpointId: true,
      model: true,
      selection: true,
      maxCalls: true,
      maxCostMicros: true,
      addResponses: true,
    },
  });
  if (!run) return null;
  return createRun(actor, run.projectId, {
    name: `${run.name.slice(0, 100)} (without cache)`,
    dataset: run.datasetId,
    method: run.method,
    params: run.params as Record<string, unknown>,
    endpoint: run.endpointId,
    model: run.model,
    selection: run.selection as RunSelection,
    maxCalls: run.maxCalls,
    maxCostMicros: run.maxCostMicros === null ? null : Number(run.maxCostMicros),
    // For comparison: it replaces nothing until it is published.
    published: false,
    uncached: true,
    cachePolicy: "use",
    addResponses: run.addResponses,
    start: false,
  });
}

class NothingChosen extends Error {}

async function begin(tx: Tx, actor: Member<"admin">, run: { id: string; projectId: string }): Promise<void> {
  await tx.draftRun.update({ where: { id: run.id }, data: { state: "running", startedAt: new Date() } });
  await audit(tx, actor, { action: "run.started", projectId: run.projectId, subject: ["DraftRun", run.id] });
  await enqueue(tx, draftResumeJob, {}, { key: draftResumeJob.name });
}
