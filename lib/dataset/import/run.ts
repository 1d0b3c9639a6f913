import "server-only";
import { reportUnexpected } from "@/lib/api/request-log";
import { db, pool } from "@/lib/database/db";
import { removeJudgements } from "@/lib/judgement/data/write";
import { Prisma } from "@/prisma/generated/client/client";
import { checkImport } from "./check-file";
import { endImport, type ImportRun, Interrupted, LONG } from "./progress";
import { writeImport } from "./write";

export type { ImportRun };

/**
 * Runs an import from its current state to its end. May be called at any time, by several processes at once
 * and again after a crash: one of them works, the others return, and rows are written once.
 *
 * queued → checking: all lines are read, stored and checked; problems end the import here. writing: the
 * records become rows, batch by batch. Finally one transaction makes the dataset visible.
 */
export async function runImport(id: string, run: ImportRun = {}): Promise<void> {
  const release = await lockImport(id);
  if (!release) return;
  try {
    if (await isActive(id, ["queued", "checking"])) await checkImport(id, run);
    if (await isActive(id, ["writing"])) await writeImport(id, run);
  } catch (error) {
    if (isRefusedByDatabase(error)) {
      const reference = reportUnexpected(error, "TASK", "import-run");
      const failure = `The server could not store this study. Nothing was kept. The error has the number ${reference}.`;
      await db.$transaction((tx) => endImport(tx, null, { id }, "failed", { failure }));
    } else if (!(error instanceof Interrupted)) throw error;
  } finally {
    if (await isActive(id, ["failed", "cancelled"])) await sweep(id);
    await release();
  }
}

/** Ends an unfinished import permanently, and removes everything but its own row. */
export async function stopImport(id: string, state: "failed" | "cancelled", failure: string | null) {
  await db.$transaction((tx) => endImport(tx, null, { id }, state, { failure }));
  await runImport(id);
}

/**
 * Resumes imports whose process died, ends those whose upload broke off, and removes the remains of ended
 * ones. Imports that a worker is processing are left alone.
 */
export async function resumeImports(now = new Date()): Promise<void> {
  const hours = (n: number) => new Date(now.getTime() - n * 3_600_000);
  await db.import.updateMany({
    where: { state: "failed", unfit: { gt: 0 }, dismissedAt: null, finishedAt: { lt: hours(7 * 24) } },
    data: { dismissedAt: now },
  });
  const candidates = await db.import.findMany({
    where: {
      OR: [
        { state: { in: ["checking", "writing"] } },
        { state: "queued", createdAt: { lt: hours(0.1) } },
        { state: "uploading", createdAt: { lt: hours(6) } },
        { state: { in: ["failed", "cancelled"] }, datasetId: { not: null } },
        { state: "failed", dismissedAt: { not: null }, chunks: { some: {} } },
      ],
    },
    orderBy: { createdAt: "asc" },
    select: { id: true, state: true },
  });
  for (const { id, state } of candidates) {
    if (state === "uploading")
      await stopImport(id, "failed", "The upload broke off. Nothing was kept; try again.");
    else await runImport(id);
  }
}

async function isActive(id: string, states: Prisma.EnumImportStateFilter["in"]): Promise<boolean> {
  return (await db.import.count({ where: { id, state: { in: states } } })) > 0;
}

/**
 * Removes the remains of an ended import: its partial dataset, its lines, and its bytes unless it could
 * continue without some rows.
 */
async function sweep(id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { datasetId, state, unfit, dismissedAt } = await tx.import.findUniqueOrThrow({
      where: { id },
      select: { datasetId: true, state: true, unfit: true, dismissedAt: true },
    });
    if (datasetId) {
      // Rows that refer to raters and drafts first; the rest is deleted by cascade.
      await removeJudgements(tx, Prisma.sql`"datasetId" = ${datasetId}::uuid`);
      await tx.$executeRaw`DELETE FROM "Draft" WHERE "datasetId" = ${datasetId}::uuid`;
      await tx.dataset.deleteMany({ where: { id: datasetId, state: "importing" } });
    }
    await tx.importRow.deleteMany({ where: { importId: id } });
    const mayGoOn = state === "failed" && unfit > 0 && dismissedAt === null;
    if (!mayGoOn) await tx.importChunk.deleteMany({ where: { importId: id } });
  }, LONG);
}

/**
 * Claims an import, or returns null when another process has it. The claim is a lock of an open transaction,
 * so it ends with the process, however that ends.
 */
async function lockImport(id: string): Promise<(() => Promise<void>) | null> {
  const client = await pool.connect();
  const release = async () => {
    const lost = await client.query("ROLLBACK").then(
      () => false,
      () => true,
    );
    client.release(lost);
  };
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    const { rows } = await client.query<{ held: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS held",
      [`import:${id}`],
    );
    if (rows[0]?.held) return release;
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}

/** True if PostgreSQL refused the data (classes 22 and 23): a retry would fail too. */
function isRefusedByDatabase(error: unknown): boolean {
  return /\b(22|23)[0-9A-Z]{3}\b/.test(sqlState(error) ?? "");
}

function sqlState(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("meta" in error && typeof error.meta === "object" && error.meta !== null) {
    const { driverAdapterError: cause } = error.meta as {
      driverAdapterError?: { cause?: { originalCode?: string } };
    };
    if (cause?.cause?.originalCode) return cause.cause.originalCode;
  }
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}
