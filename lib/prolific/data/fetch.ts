import "server-only";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { ProlificProblem } from "@/lib/prolific/data/api";
import { withProlific } from "@/lib/prolific/data/connection";
import { isFollowed, LEASE_MS } from "@/lib/prolific/rules";
import type { FetchedSubmission } from "@/lib/prolific/schema/answers";
import { fetchProlificJob, prolificActionJob } from "@/lib/prolific/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";

/** Fetches a study's status and submissions, and stores them. A failure is stored in Prolific's words. */
export async function fetchStudy(id: string): Promise<void> {
  const study = await db.prolificStudy.findUnique({
    where: { id },
    select: {
      externalId: true,
      link: { select: { personParameter: true, batch: { select: { projectId: true } } } },
    },
  });
  if (!study?.externalId) return;
  const { externalId, link } = study;
  const { projectId } = link.batch;
  const startedAt = new Date();
  try {
    const [now, submissions] = await withProlific(projectId, (prolific) =>
      Promise.all([prolific.study(externalId), prolific.submissions(externalId)]),
    );
    await db.$transaction(async (tx) => {
      await tx.prolificStudy.update({
        where: { id },
        data: {
          status: now.status,
          currency: now.presentment_currency_code || now.currency_code || undefined,
          placesTaken: now.places_taken ?? null,
          totalCost: now.total_cost ?? undefined,
          fetchedAt: startedAt,
          fetchProblem: null,
        },
      });
      await storeSubmissions(tx, id, { projectId, parameter: link.personParameter }, submissions);
      await recognisePaid(tx, id, projectId);
    });
  } catch (error) {
    if (!(error instanceof ProlificProblem)) throw error;
    await db.prolificStudy.updateMany({
      where: { id },
      data: { fetchedAt: startedAt, fetchProblem: error.message },
    });
  }
}

/** Stores submissions. Platform ids of people are used to find participants here, and not stored again. */
async function storeSubmissions(
  tx: Tx,
  studyId: string,
  { projectId, parameter }: { projectId: string; parameter: string },
  submissions: readonly FetchedSubmission[],
): Promise<void> {
  const people = submissions.flatMap(({ participant_id }) => participant_id ?? []);
  const participants = await tx.participant.findMany({
    where: { projectId, parameter, externalId: { in: people } },
    select: { id: true, externalId: true },
  });
  const known = new Map(participants.map(({ id, externalId }) => [externalId, id]));
  const rows = submissions.map((one) => ({
    externalId: one.id,
    participantId: known.get(one.participant_id ?? "") ?? null,
    status: one.status,
    startedAt: one.started_at ?? null,
    completedAt: one.completed_at ?? null,
    returnRequestedAt: one.return_requested ?? null,
    bonus: Math.round((one.bonus_payments ?? []).reduce((sum, paid) => sum + paid, 0)),
  }));
  const stored = await tx.prolificSubmission.findMany({ where: { studyId } });
  const before = new Map(stored.map((row) => [row.externalId, row]));
  await tx.prolificSubmission.createMany({
    data: rows.filter(({ externalId }) => !before.has(externalId)).map((row) => ({ studyId, ...row })),
    skipDuplicates: true,
  });
  for (const { externalId, ...row } of rows) {
    const old = before.get(externalId);
    if (!old || isSame(old, row)) continue;
    await tx.prolificSubmission.update({ where: { id: old.id }, data: row });
  }
}

function isSame<T extends object>(old: T, row: Partial<T>): boolean {
  return Object.entries(row).every(
    ([name, value]) => JSON.stringify(old[name as keyof T]) === JSON.stringify(value),
  );
}

/** Ends unclear bonuses that Prolific's own list shows as paid to each of their submissions. */
async function recognisePaid(tx: Tx, studyId: string, projectId: string): Promise<void> {
  const unclear = await tx.prolificAction.findMany({
    where: { studyId, kind: "bonus", state: "unclear" },
    include: { targets: { include: { submission: { select: { bonus: true } } } } },
  });
  for (const { id, amount, targets } of unclear) {
    const arePaid = targets.every(
      ({ bonusBefore, submission }) => submission.bonus >= bonusBefore + (amount ?? 0),
    );
    if (!arePaid || targets.length === 0) continue;
    await tx.prolificAction.update({
      where: { id },
      data: { state: "done", endedAt: new Date(), problem: null },
    });
    await tx.prolificActionTarget.updateMany({ where: { actionId: id }, data: { finished: true } });
    await audit(tx, null, {
      action: "prolific.bonus-confirmed",
      projectId,
      subject: ["ProlificStudy", studyId],
      detail: { action: id },
    });
  }
}

/** Queues a fetch for every study that is running, and actions whose worker died. */
export async function followStudies(): Promise<void> {
  await db.$transaction(async (tx) => {
    const studies = await tx.prolificStudy.findMany({
      where: {
        externalId: { not: null },
        link: { batch: { project: { archivedAt: null, deletedAt: null, prolific: { isNot: null } } } },
      },
      select: { id: true, status: true },
    });
    for (const { id, status } of studies)
      if (isFollowed(status)) await enqueue(tx, fetchProlificJob, { id }, { key: `fetch-prolific:${id}` });
    const left = await tx.prolificAction.findMany({
      where: {
        OR: [
          { state: "pending", nextAt: { lt: new Date(Date.now() - LEASE_MS) } },
          { state: "sending", takenAt: { lt: new Date(Date.now() - LEASE_MS) } },
        ],
      },
      select: { id: true },
    });
    for (const { id } of left) await enqueue(tx, prolificActionJob, { id }, { key: `prolific-action:${id}` });
  });
}
