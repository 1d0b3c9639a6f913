import type { Claim } from "@/lib/batch/schema/views";
import { type ApiResult, callApi } from "@/lib/http/client";
import { unsentAssignments } from "@/lib/review/client/outbox";

/**
 * Claims the next assignment of a batch. One with unsent work in this browser comes first, if the annotator can
 * still have it.
 *
 * @param known one that has unsent work, also if the browser stores nothing
 */
export async function claimNext(batch: string, known?: string): Promise<ApiResult<Claim>> {
  const again = new Set([...(known ? [known] : []), ...(await unsentAssignments())]);
  const query = new URLSearchParams([...again].slice(0, 20).map((id) => ["again", id]));
  return callApi<Claim>("POST", `/api/v1/batches/${batch}/claim${again.size > 0 ? `?${query}` : ""}`, {});
}
