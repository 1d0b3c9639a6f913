import "server-only";
import { db } from "@/lib/database/db";
import { endingOf, participationState } from "@/lib/participation/rules";
import { isTurkLink } from "@/lib/participation/rules/turk";
import type { ParticipationState } from "@/lib/participation/schema";
import { disclosuresOf } from "@/lib/quality/rules/disclosure";
import { type Disclosure, Quality } from "@/lib/quality/schema";

/** The content of a HIT's frame. */
interface TurkTask {
  project: string;
  batch: string;
  guidelines: string;
  consent: string;
  disclosures: Disclosure[];
  /** The ending of the participation in this assignment; null while it has not ended, or not in a way with a code. */
  ending: { state: ParticipationState; code: string | null } | null;
}

/**
 * The task behind a link of Mechanical Turk, and whether a worker has done the part that an assignment pays.
 * The frame has no cookies: the worker is named by both ids, of which the assignment's is known to the worker
 * and the requester only. Null when there is no such link.
 */
export async function findTurkTask(
  token: string,
  visit: { worker: string; assignment: string } | null,
): Promise<TurkTask | null> {
  const link = await db.participationLink.findUnique({
    where: { token },
    include: {
      batch: {
        select: {
          name: true,
          quality: true,
          guidelines: { select: { text: true }, orderBy: { version: "desc" }, take: 1 },
          project: { select: { name: true, archivedAt: true } },
        },
      },
    },
  });
  if (!link || !isTurkLink(link) || link.batch.project.archivedAt) return null;
  const place =
    visit &&
    (await db.participation.findFirst({
      where: {
        linkId: link.id,
        sessionId: visit.assignment,
        participant: { externalId: visit.worker, parameter: link.personParameter },
      },
      select: { completedAt: true, leftAt: true, screenedAt: true },
    }));
  const state = place && participationState(place);
  const ending = state && endingOf(state, link);
  return {
    project: link.batch.project.name,
    batch: link.batch.name,
    guidelines: link.batch.guidelines[0]?.text ?? "",
    consent: link.consent,
    disclosures: disclosuresOf(Quality.parse(link.batch.quality)),
    ending: ending && { state, code: ending.code },
  };
}
