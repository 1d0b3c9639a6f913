import { createHash } from "node:crypto";
import type { AnswerSchema, ChatMessage, Sampling } from "./schema";

/** Everything that identifies a call. Template names are not part of it: the same text is the same call. */
export interface KeyParts {
  provider: string;
  /** Origin and path of the endpoint. */
  base: string;
  model: string;
  messages: readonly ChatMessage[];
  samplingSent: Partial<Sampling>;
  schema?: AnswerSchema;
  sampleIndex: number;
  attempt: number;
  /** A new value makes all calls be repeated. */
  salt?: string;
}

/** SHA-256 of the call in canonical JSON: independent of key order, in Unicode NFC. */
export function callKey(parts: KeyParts): string {
  return createHash("sha256")
    .update(canonicalJson({ v: 1, ...parts }))
    .digest("hex");
}

/** JSON with sorted keys and texts in NFC; undefined values are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key.normalize("NFC"))}:${canonicalJson(entry)}`).join(",")}}`;
  }
  return typeof value === "string"
    ? JSON.stringify(value.normalize("NFC"))
    : (JSON.stringify(value) ?? "null");
}
