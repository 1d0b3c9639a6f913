import { createHash } from "node:crypto";
import { formOf } from "@/lib/drafting/rules/judge/form";
import type { JudgeSpec } from "@/lib/drafting/schema/judges";

/**
 * SHA-256 over everything of a version that reaches the model, and over how its answers become a value. The source of an
 * example does not: it is taken from where it was written.
 */
export function judgeHash(spec: JudgeSpec, model: string): string {
  const { examples, ...rest } = spec;
  const { demand, schema } = formOf(spec);
  const shown = examples.map(({ instruction, responses, question, value, explanation }) => [
    ...[instruction, responses, question ?? null, value, explanation.trim()],
  ]);
  const parts = Object.entries({ ...rest, model, demand, schema: schema ?? null, examples: shown });
  return createHash("sha256")
    .update(JSON.stringify(parts.sort(([a], [b]) => (a < b ? -1 : 1)).map(canonical)))
    .digest("hex");
}

/** The same whatever the order of keys. */
function canonical(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(canonical);
  if (node === null || typeof node !== "object") return node;
  return Object.entries(node)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => [key, canonical(value)]);
}
