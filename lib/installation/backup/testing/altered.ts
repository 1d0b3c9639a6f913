import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Migration } from "@/lib/installation/backup/schema";

/** A backup with one bit in its middle flipped. */
export function flip(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** A backup with its text changed, and its checksum left as it was. */
export function edited(bytes: Buffer, change: (text: string) => string): Buffer {
  const text = gunzipSync(bytes).toString();
  const changed = change(text);
  if (changed === text) throw new Error("the change changes nothing");
  return gzipSync(changed);
}

/** A valid backup with the same rows, as other migrations would have made it. */
export function madeBy(bytes: Buffer, migrations: Migration[]): Buffer {
  const lines = gunzipSync(bytes).toString().split("\n");
  const header = JSON.stringify({ ...JSON.parse(lines[0] ?? ""), migrations });
  const body = `${[header, ...lines.slice(1, -2)].join("\n")}\n`;
  const sha256 = createHash("sha256").update(body).digest("hex");
  return gzipSync(`${body}${JSON.stringify({ sha256 })}\n`);
}
