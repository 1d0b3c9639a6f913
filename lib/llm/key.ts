import { createHash } from "node:crypto";
import type { AnswerSchema, ChatMessage, Sampling } from "./schema";

/** Everything that makes two calls the same call. Template names are not among it: the same words are the same call. */
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
  /** Set to something new to have everything asked again. */
  salt?: string;
}

/** SHA-256 of the call in canonical JSON: whatever the order of the keys, in Unicode NFC. */
export function callKey(parts: KeyParts): string {
  return createHash("sha256")
    .update(canonicalJson({ v: 1, ...parts }))
    .digest("hex");
}

/** JSON with the keys of every object in order and texts in NFC; absent values are left out. */
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
