import "server-only";
import type { Member } from "@/lib/auth/actor";
import { type ClaimRefusal, claimSlot } from "@/lib/batch/data/claim";
import type { Claim } from "@/lib/batch/schema/views";
import { refuse } from "@/lib/http/refusals";
import { endParticipation, findParticipation } from "@/lib/participation/data/participations";

/**
 * The next assignment for an annotator of a batch, from `claimSlot`. Participants of a crowd link get no more
 * than their share, and nothing after their place was released; when there is no more work for them, their
 * participation ends.
 */
export async function claim(
  annotator: Member<"annotator">,
  batchId: string,
  again?: readonly string[],
): Promise<Claim | ClaimRefusal | null> {
  const place = await findParticipation(annotator.userId, batchId);
  if (!place) return claimSlot(annotator, batchId, again);
  if (place.state === "screened") return refuse("exam-failed");
  if (place.state === "left") return refuse("place-given-back");
  const result: Claim | ClaimRefusal | null = place.done
    ? { status: "none", later: false }
    : await claimSlot(annotator, batchId, again);
  const over = result && ("refused" in result ? result.refused === "batch-closed" : result.status === "none");
  if (over) await endParticipation(annotator.userId, batchId);
  return result;
}
