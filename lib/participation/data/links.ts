import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { randomSecret } from "@/lib/auth/secrets";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { participationState } from "@/lib/participation/rules";
import type {
  ChangeParticipationLink,
  CreateParticipationLink,
  ParticipationLinkView,
  ParticipationState,
} from "@/lib/participation/schema";

type Admin = Member<"admin">;

/** The crowd links of a batch, newest first; null when the actor is not an admin of its project. */
export async function listParticipationLinks(
  admin: Admin,
  batchId: string,
): Promise<ParticipationLinkView[] | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(admin) },
    select: {
      participationLinks: {
        orderBy: [{ createdAt: "desc" }, { id: "asc" }],
        include: { participations: { select: { completedAt: true, leftAt: true, screenedAt: true } } },
      },
    },
  });
  return (
    batch?.participationLinks.map(({ participations, token, batchId: _, ...link }) => {
      const count = (state: ParticipationState) =>
        participations.filter((place) => participationState(place) === state).length;
      return {
        ...link,
        url: `${env().APP_URL}/join/${token}`,
        started: participations.length,
        working: count("working"),
        completed: count("completed"),
        left: count("left"),
        screened: count("screened"),
      };
    }) ?? null
  );
}

/** Creates a crowd link to one batch. Null when the batch is not the admin's. */
export function createParticipationLink(
  admin: Admin,
  batchId: string,
  link: CreateParticipationLink,
): Promise<{ id: string; url: string } | Refusal<"archived" | "batch-closed"> | null> {
  return db.$transaction(async (tx) => {
    const batch = await tx.batch.findFirst({
      where: { id: batchId, project: memberOf(admin) },
      select: { projectId: true, state: true, project: { select: { archivedAt: true } } },
    });
    if (!batch) return null;
    if (batch.project.archivedAt) return refuse("archived");
    if (batch.state === "closed" || batch.state === "archived") return refuse("batch-closed");
    const token = randomSecret();
    const { id } = await tx.participationLink.create({ data: { ...link, batchId, token } });
    await audit(tx, admin, {
      action: "participation-link.created",
      projectId: batch.projectId,
      subject: ["ParticipationLink", id],
      detail: { batch: batchId, quota: link.quota, share: link.share },
    });
    return { id, url: `${env().APP_URL}/join/${token}` };
  });
}

/** Renames a link, changes its quota or end, or closes it. Active participants are not affected. */
export function changeParticipationLink(
  admin: Admin,
  id: string,
  { closed, ...changes }: ChangeParticipationLink,
): Promise<{ id: string } | Refusal<"archived"> | null> {
  return db.$transaction(async (tx) => {
    const link = await tx.participationLink.findFirst({
      where: { id, batch: { project: memberOf(admin) } },
      select: {
        closedAt: true,
        batch: { select: { projectId: true, project: { select: { archivedAt: true } } } },
      },
    });
    if (!link) return null;
    const { projectId, project } = link.batch;
    if (project.archivedAt) return refuse("archived");
    const turns = closed !== undefined && closed !== (link.closedAt !== null);
    await tx.participationLink.update({
      where: { id },
      data: { ...changes, ...(turns && { closedAt: closed ? new Date() : null }) },
    });
    await audit(tx, admin, {
      action: turns
        ? closed
          ? "participation-link.closed"
          : "participation-link.opened"
        : "participation-link.changed",
      projectId,
      subject: ["ParticipationLink", id],
      detail: { ...(changes.quota !== undefined && { quota: changes.quota }) },
    });
    return { id };
  });
}
