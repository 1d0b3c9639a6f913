import "server-only";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { ofDesign } from "@/lib/batch/data/release";
import { costOfPeople } from "@/lib/batch/rules/pay";
import { type Cost, Pay, type PayBody } from "@/lib/batch/schema/pay";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Prisma } from "@/prisma/generated/client/client";

/** The cost of a batch so far: people by their pay, and the runs that drafted for its tasks. */
export interface BatchCost {
  pay: Pay | null;
  submitted: number;
  /** Active work in submissions, in milliseconds. */
  activeMs: number;
  /** Null when pay is unknown. */
  peopleMicros: number | null;
  /** Cost of the runs, by currency. Other batches may show their drafts too. */
  models: { currency: string; micros: number }[];
}

/** Null when the batch is not the researcher's. */
export async function findBatchCost(researcher: Member<"researcher">, id: string): Promise<BatchCost | null> {
  const batch = await db.batch.findFirst({
    where: { id, project: memberOf(researcher) },
    select: { pay: true, datasetId: true },
  });
  if (!batch) return null;
  const [[work], models] = await Promise.all([
    db.$queryRaw<{ submitted: number; activeMs: number }[]>`
      SELECT count(*)::int AS "submitted", coalesce(sum(a."activeMs"), 0)::float8 AS "activeMs" FROM "Assignment" a
      WHERE a."batchId" = ${id}::uuid AND a."state" = 'submitted'`,
    db.$queryRaw<BatchCost["models"]>`
      SELECT e."currency", sum(r."spentMicros")::float8 AS "micros" FROM "DraftRun" r
      JOIN "LlmEndpoint" e ON e."id" = r."endpointId"
      WHERE r."datasetId" = ${batch.datasetId}::uuid AND r."spentMicros" > 0 AND EXISTS (
        SELECT FROM "Subject" s JOIN "DraftUnit" u ON u."taskId" = s."taskId" AND u."runId" = r."id"
        WHERE s."batchId" = ${id}::uuid)
      GROUP BY 1 ORDER BY 1`,
  ]);
  const pay = Pay.nullable().parse(batch.pay);
  const done = { submitted: work?.submitted ?? 0, activeMs: work?.activeMs ?? 0 };
  return { pay, ...done, peopleMicros: pay && costOfPeople(pay, done), models };
}

/** Sets the pay of a batch's annotators. It is used only for computing costs. */
export function setPay(
  admin: Member<"admin">,
  id: string,
  { pay }: PayBody,
): Promise<{ pay: Pay | null } | Refusal<"archived"> | null> {
  return db.$transaction(async (tx) => {
    const batch = await tx.batch.findFirst({
      where: { id, project: memberOf(admin) },
      select: { projectId: true, project: { select: { archivedAt: true } } },
    });
    if (!batch) return null;
    if (batch.project.archivedAt) return refuse("archived");
    await tx.batch.update({ where: { id }, data: { pay: pay ?? Prisma.DbNull } });
    await audit(tx, admin, {
      action: "batch.pay-changed",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { per: pay?.per ?? null, micros: pay?.micros ?? null, currency: pay?.currency ?? null },
    });
    return { pay };
  });
}

/** Totals of a project. */
export interface ProjectTotals {
  datasets: number;
  tasks: number;
  batches: number;
  running: number;
  annotators: number;
  slots: number;
  submitted: number;
  activeMs: number;
  /** Submitted work without known pay. */
  unpaid: number;
  costs: Cost[];
}

/** Work and cost of a project. Null when it is not the researcher's. */
export async function findTotals(
  researcher: Member<"researcher">,
  projectId: string,
): Promise<ProjectTotals | null> {
  const mine = Prisma.sql`p."id" = ${projectId}::uuid AND ${memberOfSql(researcher, Prisma.sql`p."id"`)}`;
  type Counted = Omit<ProjectTotals, "submitted" | "activeMs" | "unpaid" | "costs">;
  const [[counts], batches, endpoints] = await Promise.all([
    db.$queryRaw<Counted[]>`
      SELECT (SELECT count(*)::int FROM "Dataset" d WHERE d."projectId" = p."id" AND d."state" = 'ready') AS "datasets",
        (SELECT count(*)::int FROM "Task" t JOIN "Dataset" d ON d."id" = t."datasetId"
          WHERE d."projectId" = p."id" AND d."state" = 'ready') AS "tasks",
        (SELECT count(*)::int FROM "Batch" b WHERE b."projectId" = p."id" AND b."state" <> 'draft') AS "batches",
        (SELECT count(*)::int FROM "Batch" b WHERE b."projectId" = p."id" AND b."state" IN ('open', 'paused')) AS "running",
        (SELECT count(DISTINCT a."raterId")::int FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId"
          WHERE b."projectId" = p."id" AND a."state" = 'submitted') AS "annotators",
        (SELECT count(*)::int FROM "Slot" s JOIN "Batch" b ON b."id" = s."batchId" WHERE b."projectId" = p."id") AS "slots"
      FROM "Project" p WHERE ${mine}`,
    db.$queryRaw<{ pay: unknown; all: number; submitted: number; activeMs: number }[]>`
      SELECT b."pay", count(*)::int AS "all", count(*) FILTER (WHERE ${ofDesign})::int AS "submitted",
        coalesce(sum(a."activeMs"), 0)::float8 AS "activeMs"
      FROM "Project" p JOIN "Batch" b ON b."projectId" = p."id"
      JOIN "Assignment" a ON a."batchId" = b."id" AND a."state" = 'submitted' WHERE ${mine} GROUP BY b."id"`,
    // Cost of endpoints: their runs and connection tests, including archived ones.
    db.$queryRaw<{ currency: string; micros: number }[]>`
      SELECT e."currency", sum(e."spentMicros")::float8 AS "micros" FROM "Project" p
      JOIN "LlmEndpoint" e ON e."projectId" = p."id" WHERE ${mine} GROUP BY 1`,
  ]);
  if (!counts) return null;
  const costs = new Map<string, Cost>();
  const costIn = (currency: string) => {
    const cost = costs.get(currency) ?? { currency, peopleMicros: 0, modelMicros: 0 };
    costs.set(currency, cost);
    return cost;
  };
  for (const { currency, micros } of endpoints) if (micros > 0) costIn(currency).modelMicros += micros;
  const paid = batches.map((batch) => ({ ...batch, pay: Pay.nullable().parse(batch.pay) }));
  for (const { pay, all, activeMs } of paid)
    if (pay) costIn(pay.currency).peopleMicros += costOfPeople(pay, { submitted: all, activeMs });
  return {
    ...counts,
    submitted: paid.reduce((sum, { submitted }) => sum + submitted, 0),
    activeMs: paid.reduce((sum, { activeMs }) => sum + activeMs, 0),
    unpaid: paid.reduce((sum, { pay, all }) => sum + (pay ? 0 : all), 0),
    costs: [...costs.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}
