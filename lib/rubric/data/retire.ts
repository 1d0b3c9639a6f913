import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";

/**
 * Retires a rubric, or restores it: a retired one is not available for new work; batches that use it
 * continue. Requesting the current state changes nothing. Null when it is not the admin's.
 */
export function retireRubric(
  admin: Member<"admin">,
  id: string,
  retired: boolean,
): Promise<{ id: string; retired: boolean } | Refusal | null> {
  return db.$transaction(async (tx) => {
    const rubric = await tx.rubric.findFirst({
      where: { id, dataset: { state: "ready", project: memberOf(admin) } },
      select: {
        retiredAt: true,
        dataset: { select: { projectId: true, project: { select: { archivedAt: true } } } },
      },
    });
    if (!rubric) return null;
    if (rubric.dataset.project.archivedAt) return refuse("archived");
    if ((rubric.retiredAt !== null) === retired) return { id, retired };
    await tx.rubric.update({ where: { id }, data: { retiredAt: retired ? new Date() : null } });
    await audit(tx, admin, {
      action: retired ? "rubric.retired" : "rubric.restored",
      projectId: rubric.dataset.projectId,
      subject: ["Rubric", id],
    });
    return { id, retired };
  });
}
