import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { lockProject } from "@/lib/project/data";
import { openProlific, type Prolific, ProlificProblem } from "@/lib/prolific/data/api";
import type { ProlificConnectionView } from "@/lib/prolific/schema";
import { testProlificJob } from "@/lib/prolific/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { seal, unseal } from "@/lib/secrets/seal";

type Admin = Member<"admin">;

/** The project's connection; `connection` is null without one. Null when the project is not the admin's. */
export async function findProlificConnection(
  admin: Admin,
  projectId: string,
): Promise<{ connection: ProlificConnectionView | null } | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(admin) },
    select: {
      prolific: {
        select: { keyLastFour: true, createdAt: true, checkedAt: true, currency: true, problem: true },
      },
    },
  });
  if (!project) return null;
  if (!project.prolific) return { connection: null };
  const { keyLastFour, ...rest } = project.prolific;
  return { connection: { ...rest, tokenLastFour: keyLastFour } };
}

/**
 * Stores the API token of a Prolific account, sealed, in place of an earlier one. The worker tests it. Null
 * when the project is not the admin's.
 */
export function connectProlific(
  admin: Admin,
  projectId: string,
  token: string,
): Promise<{ tokenLastFour: string } | Refusal<"archived" | "no-key-secret"> | null> {
  const origin = env().PROLIFIC_ORIGIN;
  return db.$transaction(async (tx) => {
    const project = await lockProject(tx, admin, projectId);
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    const sealed = seal(token, { endpoint: projectId, origin });
    if (!sealed) return refuse("no-key-secret");
    const fresh = { ...sealed, origin, currency: null, problem: null, checkedAt: null };
    await tx.prolificConnection.upsert({
      where: { projectId },
      create: { projectId, ...fresh },
      update: { ...fresh, createdAt: new Date() },
    });
    await enqueue(tx, testProlificJob, { id: projectId }, { key: `test-prolific:${projectId}` });
    await audit(tx, admin, { action: "prolific.connected", projectId, subject: ["Project", projectId] });
    return { tokenLastFour: sealed.keyLastFour };
  });
}

/** Destroys the token. Studies and what was paid stay on record. */
export function disconnectProlific(
  admin: Admin,
  projectId: string,
): Promise<{ id: string } | Refusal<"archived"> | null> {
  return db.$transaction(async (tx) => {
    const project = await lockProject(tx, admin, projectId);
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    const { count } = await tx.prolificConnection.deleteMany({ where: { projectId } });
    if (count === 0) return null;
    await audit(tx, admin, { action: "prolific.disconnected", projectId, subject: ["Project", projectId] });
    return { id: projectId };
  });
}

/** Runs work with a project's token. Throws `ProlificProblem` when there is none, or it cannot be opened. */
export async function withProlific<T>(
  projectId: string,
  work: (prolific: Prolific) => Promise<T>,
): Promise<T> {
  const row = await db.prolificConnection.findUnique({ where: { projectId }, omit: { keySealed: false } });
  if (!row) throw new ProlificProblem(400, "The project has no connection to Prolific any more.");
  const token = unseal(row, { endpoint: projectId, origin: env().PROLIFIC_ORIGIN });
  if (token === null)
    throw new ProlificProblem(400, "The stored token cannot be opened here: enter it again in the settings.");
  const prolific = openProlific(token);
  try {
    return await work(prolific);
  } finally {
    await prolific.close();
  }
}

/** Asks Prolific whose token it is, and stores the currency, or the problem. */
export async function testProlific(projectId: string): Promise<void> {
  const before = await db.prolificConnection.findUnique({
    where: { projectId },
    select: { createdAt: true },
  });
  if (!before) return;
  const found = await withProlific(projectId, (prolific) => prolific.account()).then(
    ({ currency_code }) => ({ currency: currency_code ?? null, problem: null }),
    (error: unknown) => {
      if (!(error instanceof ProlificProblem)) throw error;
      return { currency: null, problem: error.message };
    },
  );
  // A token entered meanwhile is tested by its own job.
  const where = { projectId, createdAt: before.createdAt };
  await db.prolificConnection.updateMany({ where, data: { ...found, checkedAt: new Date() } });
}
