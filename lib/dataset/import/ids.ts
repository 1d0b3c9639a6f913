import { createHash } from "node:crypto";

/**
 * The id of the row that a record of an import becomes. It follows from the import and the record's own id, so
 * that writing can go on after a crash without a table of what was written, and is as good as random to
 * everybody else.
 */
export function importedId(importId: string, kind: string, ...key: (string | number | null)[]): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([importId, kind, ...key]))
    .digest("hex");
  // Version 8: an id of one's own making.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
