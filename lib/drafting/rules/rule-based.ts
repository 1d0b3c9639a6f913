import { parseConstraints } from "@/lib/verifier/constraints";
import { fragments } from "@/lib/verifier/grammar/fragments";
import { questionOf } from "@/lib/verifier/questions";
import type { Check } from "@/lib/verifier/types";
import { type RequirementSpan, requirementSpans } from "./requirement-spans";

/** A yes/no question made from the words of an instruction, with their position. */
export interface RuleBasedItem {
  text: string;
  /** The words of the instruction that the question quotes; null only for the fallback. */
  span: { start: number; end: number; text: string } | null;
  /** The kind of requirement; `verifiable` ones have a check. */
  kind: RequirementSpan["kind"] | "verifiable" | "fallback";
  /** Set when a program can answer the whole question. */
  check: Check | null;
  /** A measurement for a question that a program can answer in part. */
  hint: Check | null;
}

const MOST_ITEMS = 12;

/**
 * A checklist made from an instruction without a language model: each requirement stated in it becomes a
 * question that quotes it. Nothing is asked that the instruction does not say. If no requirement is
 * recognised, one question asks whether the response does what is asked, marked `fallback`. Deterministic;
 * English; other languages result in the fallback or in whole sentences.
 */
export function draftChecklist(instruction: string): RuleBasedItem[] {
  const items: RuleBasedItem[] = [];
  const seen = new Set<string>();
  const stated = parseConstraints(instruction);
  for (const span of requirementSpans(instruction)) {
    const item = itemOf(span, stated);
    const key = item.text.toLowerCase();
    if (seen.has(key)) continue;
    seen.add(key);
    items.push(item);
    if (items.length === MOST_ITEMS) break;
  }
  if (items.length > 0) return items;
  return [
    {
      ...{ text: "Does the response do what the instruction asks?", span: null, kind: "fallback" },
      ...{ check: null, hint: null },
    },
  ];
}

function itemOf(span: RequirementSpan, stated: ReturnType<typeof parseConstraints>): RuleBasedItem {
  const { start, end, text } = span;
  const quoted = { start, end, text };
  const check = checkOf(span, stated);
  if (check) {
    const question = questionOf(check);
    return {
      text: question ? `${question} (“${text}”)` : questionFor(span),
      span: quoted,
      kind: "verifiable",
      ...{ check, hint: null },
    };
  }
  const hint = fragments(text)[0]?.check ?? null;
  return { text: questionFor(span), span: quoted, kind: span.kind, check: null, hint };
}

/**
 * The check in a span, if the span states nothing else, and the instruction as a whole states it there: words before the span
 * may deny it or only mention it ("do not mention money and use the word 'wet'").
 */
function checkOf(
  { text, start }: RequirementSpan,
  stated: ReturnType<typeof parseConstraints>,
): Check | null {
  const found = parseConstraints(text);
  const [only] = found;
  if (!only || found.length > 1) return null;
  const check = JSON.stringify(only.check);
  const isStated = stated.some(
    (one) =>
      one.start < start + only.end && one.end > start + only.start && JSON.stringify(one.check) === check,
  );
  if (!isStated) return null;
  const rest = text.slice(0, only.start) + text.slice(only.end);
  return /[\p{L}\p{N}]/u.test(rest) ? null : only.check;
}

function questionFor({ kind, text }: RequirementSpan): string {
  switch (kind) {
    case "question":
      return `Does the response answer the question “${text}”?`;
    case "task":
      return `Does the response do what is asked here: “${text}”?`;
    case "constraint":
      return `Does the response follow this requirement: “${text}”?`;
    case "prohibition":
      return `Does the response respect this restriction: “${text}”?`;
  }
}
