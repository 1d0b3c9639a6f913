import { notFound } from "next/navigation";
import { z } from "zod";
import { actAs, type Member } from "@/lib/auth/actor";
import { findBatch } from "@/lib/batch/data/progress";
import type { BatchView } from "@/lib/batch/schema/views";
import { requireMember, requireUser } from "@/lib/project/page-access";
import type { ProjectView } from "@/lib/project/schema";

/**
 * For pages of a batch: like `requireMember`, plus the batch. 404 if it does not exist or is in another
 * project.
 */
export async function requireBatch<S extends "researcher" | "admin">(
  params: Promise<{ project: string; batch: string }>,
  level: S,
): Promise<{ actor: Member<S>; project: ProjectView; batch: BatchView }> {
  const { project: projectId, batch: batchId } = await params;
  const { actor, project } = await requireMember(projectId, level);
  const id = z.uuid().safeParse(batchId);
  const reader = actAs(await requireUser(), "researcher");
  const batch = id.success ? await findBatch(reader, id.data) : null;
  if (batch?.projectId !== project.id) notFound();
  return { actor, project, batch };
}
