import "server-only";
import { audit } from "@/lib/auth/audit";
import { type Admin, lockBatch } from "@/lib/batch/data/lock-batch";
import { db, type Tx } from "@/lib/database/db";
import { refuse } from "@/lib/http/refusals";
import { notify } from "@/lib/notice/data/notify";
import { Prisma } from "@/prisma/generated/client/client";

/** Lets more people claim, also while the batch is open. Existing annotators are unchanged. */
export function addAnnotators(admin: Admin, id: string, annotators: string[]) {
  return db.$transaction(async (tx) => {
    const batch = await lockBatch(tx, admin, id);
    if (!batch) return null;
    if (batch.archivedAt) return refuse("archived");
    if (batch.state === "closed" || batch.state === "archived") return refuse("batch-closed");
    if (!(await areMembers(tx, batch.projectId, annotators, id))) return refuse("not-members");
    const seen = { batchId: id, membershipId: { in: annotators }, batch: { adjudication: { isNot: null } } };
    if ((await tx.batchAdjudicator.count({ where: seen })) > 0) return refuse("saw-the-votes");
    const added = await inviteAll(tx, id, annotators);
    await audit(tx, admin, {
      action: "batch.annotators-added",
      projectId: batch.projectId,
      subject: ["Batch", id],
      detail: { added },
    });
    if (batch.state === "open" && added > 0) {
      const chosen = Prisma.sql`SELECT "userId" FROM "Membership" WHERE "id" = ANY (${annotators}::uuid[])`;
      const { projectId, name } = batch;
      await notify(
        tx,
        { kind: "new-work", projectId, subjectId: id, name, path: "/annotate" },
        chosen,
        admin,
      );
    }
    return { added };
  });
}

export async function inviteAll(tx: Tx, batchId: string, annotators: string[]) {
  const data = annotators.map((membershipId) => ({ batchId, membershipId }));
  const { count } = await tx.batchAnnotator.createMany({ data, skipDuplicates: true });
  return count;
}

export async function isUsable(tx: Tx, projectId: string, datasetId: string) {
  return (await tx.dataset.count({ where: { id: datasetId, projectId, state: "ready" } })) === 1;
}

/**
 * True if all of them may work on a batch of the project. Guests of a participation link may work only on the
 * batch of their link.
 */
export async function areMembers(tx: Tx, projectId: string, memberships: string[], batchId?: string) {
  const ids = [...new Set(memberships)];
  const found = await tx.membership.count({
    where: {
      id: { in: ids },
      projectId,
      disabledAt: null,
      user: { disabledAt: null },
      OR: [
        { participant: { is: null } },
        ...(batchId === undefined ? [] : [{ participant: { participations: { some: { batchId } } } }]),
      ],
    },
  });
  return found === ids.length;
}
