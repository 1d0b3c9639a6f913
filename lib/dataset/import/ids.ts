import { createHash } from "node:crypto";

/**
 * The database id of an imported record. It is derived from the import and the record's own id, so that
 * writing can resume after a crash without a table of written records; it cannot be predicted from outside.
 */
export function importedId(importId: string, kind: string, ...key: (string | number | null)[]): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([importId, kind, ...key]))
    .digest("hex");
  // Version 8: custom UUID.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
