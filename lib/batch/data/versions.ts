import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { atOpening, INTAKE } from "@/lib/batch/data/begin-intake";
import type { Admin } from "@/lib/batch/data/lock-batch";
import { lockBatch } from "@/lib/batch/data/lock-batch";
import { nextVersionOf } from "@/lib/batch/rules";
import { SubjectSelection } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { Protocol } from "@/lib/protocol/schema";
import { Quality } from "@/lib/quality/schema";

/**
 * Creates a draft with the design of a batch, to be changed and opened separately: its arms, selection,
 * settings, latest guidelines and active annotators. Work is not copied. Null when it is not the admin's.
 */
export function makeVersion(admin: Admin, id: string): Promise<{ id: string } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const locked = await lockBatch(tx, admin, id);
    if (!locked) return null;
    if (locked.archivedAt) return refuse("archived");
    if (locked.state === "draft") return refuse("batch-state-changed");
    const batch = await tx.batch.findUniqueOrThrow({
      where: { id },
      include: {
        arms: { where: { reserved: false }, orderBy: { position: "asc" } },
        guidelines: { orderBy: { version: "desc" }, take: 1 },
        intake: { select: INTAKE },
        annotators: {
          where: {
            membership: { disabledAt: null, user: { disabledAt: null }, participant: { is: null } },
          },
        },
      },
    });
    const { projectId, datasetId, preset, seed, subjectOrder, itemOrder, joinLater, mustRead, leaseMinutes } =
      batch;
    const made = await tx.batch.create({
      data: {
        projectId,
        datasetId,
        preset,
        seed,
        subjectOrder,
        itemOrder,
        joinLater,
        mustRead,
        leaseMinutes,
        name: nextVersionOf(batch.name),
        selection: SubjectSelection.parse(batch.selection),
        quality: Quality.parse(batch.quality),
        previousId: id,
        createdBy: admin.userId,
        arms: {
          create: batch.arms.map(({ name, position, k, protocol, follows, exposure }) => ({
            name,
            position,
            k,
            protocol: Protocol.parse(protocol),
            follows,
            exposure,
          })),
        },
        guidelines: { create: { projectId, version: 1, text: batch.guidelines[0]?.text ?? "" } },
        annotators: { create: batch.annotators.map(({ membershipId }) => ({ membershipId })) },
        intake: batch.intake ? { create: atOpening(batch.intake, admin) } : undefined,
      },
      select: { id: true },
    });
    await tx.$executeRaw`
      INSERT INTO "ChosenSubject" ("id", "batchId", "taskId", "responseId")
      SELECT gen_random_uuid(), ${made.id}::uuid, c."taskId", c."responseId"
      FROM "ChosenSubject" c WHERE c."batchId" = ${id}::uuid`;
    await audit(tx, admin, {
      action: "batch.version-made",
      projectId,
      subject: ["Batch", made.id],
      detail: { previous: id },
    });
    return made;
  });
}

/** The earlier and later versions of a batch's design, for readers of the batch. */
export async function findLineage(
  researcher: Member<"researcher">,
  id: string,
): Promise<{ previous: Named | null; next: Named[] } | null> {
  const select = { id: true, name: true } as const;
  return db.batch.findFirst({
    where: { id, project: memberOf(researcher) },
    select: { previous: { select }, next: { select, orderBy: { createdAt: "asc" } } },
  });
}

type Named = { id: string; name: string };
