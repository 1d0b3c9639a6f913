import type { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { LONGEST_INSTRUCTION } from "@/lib/judge/schema/proposals";

/** Most instructions that one proposal asks for. */
export const MOST_INSTRUCTIONS = 8;

/** The instructions in a model's answer: its list, without those that are too long or contain a placeholder. */
export function parseInstructions(answer: string): string[] {
  const lines = answer.split("\n").flatMap((line) => {
    const [, text] = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(.*\S)\s*$/.exec(line) ?? [];
    return text === undefined ? [] : [text];
  });
  const fitting = lines.filter((text) => text.length <= LONGEST_INSTRUCTION && !text.includes("{{"));
  return [...new Set(fitting)].slice(0, MOST_INSTRUCTIONS);
}

const HEADING = "Keep to these instructions:";
const FORM = "{{form}}";

/**
 * A judge whose prompt has these instructions as a list: after those that it has already, otherwise before the form of
 * the answer.
 */
export function withInstructions<Spec extends Pick<JudgeSpec, "user">>(
  spec: Spec,
  texts: readonly string[],
): Spec {
  const known = new Set(spec.user.split("\n"));
  const added = texts.map((text) => `- ${text}`).filter((line) => !known.has(line));
  if (added.length === 0) return spec;
  const lines = spec.user.split("\n");
  const heading = lines.indexOf(HEADING);
  if (heading !== -1) {
    let end = heading + 1;
    while (lines[end]?.startsWith("- ")) end++;
    return { ...spec, user: lines.toSpliced(end, 0, ...added).join("\n") };
  }
  const form = lines.findIndex((line) => line.includes(FORM));
  const block = [HEADING, ...added];
  if (form === -1) return { ...spec, user: [...lines, "", ...block].join("\n") };
  return { ...spec, user: lines.toSpliced(form, 0, ...block, "").join("\n") };
}
