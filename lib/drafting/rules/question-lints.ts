import { isRuleConflict, type RuleConflict } from "@/lib/drafting/schema/notes";
import { parseItem } from "@/lib/verifier/verify";

/** Possible problems of a drafted question: hints for people, never a reason to change it. */
type Lint =
  | "no_question_mark"
  | "not_boolean"
  | "double_barrelled"
  | "vague"
  | "duplicate"
  | "refers_to_reference"
  | "verifiable"
  | RuleConflict;

const OPEN = /^\W*(?:what|how|which|why|who|where|when|whose)\b/i;
const VAGUE =
  /\b(?:good|appropriate(?:ly)?|nice|high[- ]quality|proper(?:ly)?|adequate(?:ly)?|suitable|suitably|reasonable|reasonably|effective(?:ly)?|well[- ]written|engaging|interesting|sufficient(?:ly)?)\b/i;
const REFERENCE = /\b(?:reference (?:answer|response|text|output)|gold (?:answer|standard)|model answer)\b/i;
/** Two verbs: "Does it … and … it", "Is … and does …". A list of nouns is one condition. */
const TWO_VERBS =
  /\b(?:and|or)\s+(?:also\s+)?(?:is|are|does|do|has|have|was|were|can|could|will|would|should|avoids?|includes?|contains?|uses?|provides?|mentions?|explains?|describes?|follows?|states?|gives?|lists?|ends?|begins?|starts?)\b/i;

/** The hints for each question of a checklist that was written for an instruction. */
export function lintQuestions(questions: readonly string[], instruction: string): Lint[][] {
  const words = questions.map(wordsOf);
  return questions.map((question, i) => {
    const hints: Lint[] = [];
    if (!/[?？؟]\s*$/.test(question)) hints.push("no_question_mark");
    if (OPEN.test(question)) hints.push("not_boolean");
    if (TWO_VERBS.test(question)) hints.push("double_barrelled");
    if (VAGUE.test(question)) hints.push("vague");
    if (words.some((other, j) => j < i && jaccard(other, words[i] as Set<string>) >= 0.8))
      hints.push("duplicate");
    if (REFERENCE.test(question)) hints.push("refers_to_reference");
    const { tier, flags } = parseItem(question, { instruction });
    if (tier === "full") hints.push("verifiable");
    hints.push(...flags.filter(isRuleConflict));
    return hints;
  });
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  );
}

function jaccard(a: Set<string>, b: Set<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}
