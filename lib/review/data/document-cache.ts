import "server-only";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { Framed } from "@/lib/review/stimulus/types";

/** A document as this process last saved it. `ops` has all operations, so its length is the version. */
type Recent = Framed & { ops: readonly Op[]; document: ReviewDocument };

/** Limits of memory: number of cached documents, and operations per document. */
const MOST = 500;
const LONGEST = 500;

const remembered = new Map<string, Recent>();

/**
 * The cached document of an assignment. It saves reading, never checking: the caller includes version and
 * last operation in the writing statement, which writes nothing if the cache is outdated.
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
