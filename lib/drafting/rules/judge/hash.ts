import { createHash } from "node:crypto";
import { formOf } from "@/lib/drafting/rules/judge/form";
import { changedPromptDigests } from "@/lib/drafting/rules/judge/prompt-digests";
import type { JudgePanel, JudgeSpec } from "@/lib/drafting/schema/judge-spec";

/**
 * SHA-256 over everything of a version that reaches the model, and over how its answers become a value. The judgement that
 * an example was copied from never reaches the model, so it is not hashed. The words that Countersign writes into the
 * prompts are hashed only where they differ from the `first` ones, so that versions made with those keep their hash.
 */
export function judgeHash(spec: JudgeSpec, model: string, first?: Readonly<Record<string, string>>): string {
  const { examples, panel, ...rest } = spec;
  if (panel) return sha256({ ...panelParts(panel, first), subject: spec.subject });
  const { demand, schema } = formOf(spec);
  const shown = examples.map(({ instruction, responses, question, range, value, explanation }) => [
    ...[instruction, responses, question ?? null, value, explanation.trim()],
    // Appended, so that hashes of other judges do not depend on it.
    ...(range ? [range.min, range.max] : []),
  ]);
  const words = changedPromptDigests(spec, first);
  return sha256({
    ...{ ...rest, model, demand, schema: schema ?? null, examples: shown },
    ...(words.length > 0 && { words }),
  });
}

/**
 * The parts of a panel's hash: each member's prompt, model and weight, sorted, so that the same members in another
 * order are the same panel.
 */
function panelParts({ rule, members }: JudgePanel, first?: Readonly<Record<string, string>>) {
  const hashes = members.map(({ spec, model, endpoint, weight }) => [
    ...[judgeHash(spec, model, first), endpoint, weight],
  ]);
  return { rule, members: hashes.sort((a, b) => (String(a) < String(b) ? -1 : 1)) };
}

function sha256(fields: Record<string, unknown>): string {
  const parts = Object.entries(fields);
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
