import "server-only";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { Framed } from "@/lib/review/stimulus/types";

/** A document as this process last saved it. `ops` are all its operations, so their number is its version. */
export type Recent = Framed & { ops: readonly Op[]; document: ReviewDocument };

/** How many documents are remembered, and how long one may be: memory stays small however much is annotated. */
const MOST = 500;
const LONGEST = 500;

const remembered = new Map<string, Recent>();

/**
 * What this process knows of an assignment. It spares reading, never asking: whoever uses it says in the statement
 * that writes which version and which last operation it is true of, and nothing is written where that is not so.
 */
export function cachedDocument(id: string): Recent | undefined {
  return remembered.get(id);
}

export function remember(id: string, recent: Recent): void {
  remembered.delete(id);
  if (recent.ops.length > LONGEST) return;
  remembered.set(id, recent);
  const [oldest] = remembered.keys();
  if (oldest !== undefined && remembered.size > MOST) remembered.delete(oldest);
}
