import "server-only";
import type { Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { emit } from "@/lib/events/emit";
import { adminsOf, notify } from "@/lib/notice/data/notify";

/** Emits that a run finished, or was stopped before. */
export async function emitOfRun(tx: Tx, event: "run.finished" | "run.stopped", runId: string): Promise<void> {
  await emit(tx, event, { table: "DraftRun", id: runId }, (projectId) => payloadOf(tx, projectId, runId));
  const run = await tx.draftRun.findUnique({ where: { id: runId }, select: { projectId: true, name: true } });
  if (!run) return;
  const { projectId, name } = run;
  const kind = event === "run.finished" ? "run-finished" : "run-stopped";
  const path = `/projects/${projectId}/drafts/${runId}`;
  await notify(tx, { kind, projectId, subjectId: runId, name, path }, adminsOf(projectId));
}

/** A run as sent to webhooks: ids, state, counts and links. */
async function payloadOf(tx: Tx, projectId: string, runId: string) {
  const [run] = await tx.$queryRaw<
    { dataset: string; state: string; reason: string | null; units: number; done: number; failed: number }[]
  >`
    SELECT r."datasetId" AS "dataset", r."state"::text AS "state", r."pausedFor" AS "reason", r."units",
      (SELECT count(*)::int FROM "DraftUnit" u WHERE u."runId" = r."id" AND u."state" = 'done') AS "done",
      (SELECT count(*)::int FROM "DraftUnit" u WHERE u."runId" = r."id" AND u."state" = 'failed') AS "failed"
    FROM "DraftRun" r WHERE r."id" = ${runId}::uuid`;
  if (!run) throw new Error("there is no run for the event");
  const { dataset, ...about } = run;
  const links = {
    api: `${env().APP_URL}/api/v1/runs/${runId}`,
    page: `${env().APP_URL}/projects/${projectId}/drafts/${runId}`,
  };
  return { project: projectId, dataset, run: runId, ...about, links };
}
