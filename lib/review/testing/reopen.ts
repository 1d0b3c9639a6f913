import type { Annotator } from "@/lib/review/data/assignment-lock";
import { undoSubmit } from "@/lib/review/data/undo-submit";

/** Takes a submission back that can be taken back. */
export async function reopen(annotator: Annotator, id: string) {
  const reopened = await undoSubmit(annotator, id);
  if (!reopened || "refused" in reopened) throw new Error(`not taken back: ${JSON.stringify(reopened)}`);
  return reopened;
}
