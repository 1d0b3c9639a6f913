import { LIBRARY } from "@/lib/drafting/rules/item-library";
import { RULE_BASED } from "@/lib/drafting/rules/provenance-labels";
import { requirementSpans } from "@/lib/drafting/rules/requirement-spans";
import { draftChecklist } from "@/lib/drafting/rules/rule-based";
import { isRuleConflict, type RuleNote } from "@/lib/drafting/schema/notes";
import { parseConstraints, uncovered } from "@/lib/verifier/constraints";
import { questionOf } from "@/lib/verifier/questions";
import { runCheck, runForPeople } from "@/lib/verifier/run-check";
import type { Check, Evidence, Verdict } from "@/lib/verifier/types";
import { GRAMMAR, parseItem, type Tier, verify } from "@/lib/verifier/verify";

/** A program's answer to one question about one response: a draft with a value, or why there is none. */
export interface Proof {
  value: "yes" | "no" | null;
  /** The evidence as text, for people to decide on; empty when there is no value. */
  lines: string[];
  provenance: ProofProvenance;
}

/** Everything known about how a proof was made, as stored and exported. */
type ProofProvenance = typeof RULE_BASED & {
  grammar: string;
  /** Version of the tables that segment words and sentences. */
  icu: string | null;
  tier: Tier;
  verdict: Verdict | null;
  /** Why there is no value, as a code. */
  undecided: "offline" | "verifier_borderline" | null;
  note: string | null;
  check: Check | null;
  evidence: Evidence | null;
  flags: string[];
};

/**
 * Proves questions about responses to an instruction, which is parsed once. A question written by the rules
 * is about the requirement it quotes; if that cannot be checked, the proof says so. Other questions are
 * parsed by the grammar; null when nothing was recognised.
 */
export function prover(instruction: string): (question: string, response: string) => Proof | null {
  const own = new Map(draftChecklist(instruction).map((item) => [item.text, item]));
  return (question, response) => {
    const item = own.get(question);
    if (!item) {
      const { tier, verdict, check, evidence, flags } = verify(question, response, { instruction });
      return tier === "none" ? null : proofOf({ tier, verdict, check, evidence, flags });
    }
    if (!item.check) {
      const evidence = item.hint && runCheck(item.hint, response, { instruction }).evidence;
      const tier = item.hint ? "partial" : "none";
      return proofOf({ tier, verdict: null, check: item.hint, evidence, flags: [] });
    }
    const { verdict, evidence } = runForPeople(item.check, response, { instruction });
    return proofOf({ tier: "full", verdict, check: item.check, evidence, flags: [] });
  };
}

type Finding = Pick<ProofProvenance, "tier" | "verdict" | "check" | "evidence" | "flags">;

function proofOf(finding: Finding): Proof {
  const { verdict, evidence } = finding;
  const value = verdict === "yes" || verdict === "no" ? verdict : null;
  return storable({
    value,
    lines: value && evidence ? [evidenceInWords(evidence)] : [],
    provenance: {
      ...RULE_BASED,
      grammar: GRAMMAR,
      icu: process.versions.icu ?? null,
      ...finding,
      undecided: value ? null : finding.tier === "full" ? "verifier_borderline" : "offline",
      note: value ? null : noteOn(finding),
    },
  });
}

/** Evidence may be cut between the halves of a surrogate pair, which the database cannot store. */
function storable(proof: Proof): Proof {
  return JSON.parse(JSON.stringify(proof), (_, value: unknown) =>
    typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value,
  ) as Proof;
}

/** Why a verdict on part of a question is not a value. */
export function noteOf({ tier, verdict }: { tier: string; verdict: string | null }): RuleNote {
  if (verdict === "borderline" || verdict === "inapplicable") return verdict;
  return tier === "partial" ? "partial" : "no-program";
}

const NOTES: Record<RuleNote, string> = {
  borderline: "Ways of counting disagree, so this is left to you.",
  inapplicable: "There is nothing here that could be checked.",
  partial: "Only a part of this question can be measured.",
  "no-program": "No program can check this.",
};

function noteOn(finding: Finding): string {
  const note = noteOf(finding);
  const measured = measuredIn(note, finding.evidence);
  return measured === null ? NOTES[note] : `${NOTES[note]} Measured: ${measured}`;
}

/** Measurements that do not decide the question, in words. */
export function measuredIn(note: RuleNote, evidence: Evidence | null): string | null {
  return evidence && note !== "no-program" ? evidenceInWords(evidence) : null;
}

/** "9 words; asked for fewer than 12 (uax29: 9, whitespace: 9, regex: 9)." */
export function evidenceInWords({ summary, counts = {}, loose }: Evidence): string {
  const named = Object.entries(counts);
  const byConvention = named.length > 1 ? ` (${named.map(([name, n]) => `${name}: ${n}`).join(", ")})` : "";
  return `${summary}${byConvention}.${loose ? ` It would hold ${loose}.` : ""}`;
}

/** A requirement of the instruction that no question of its checklist covers, as a question to add. */
interface Offered {
  text: string;
  /** Its position in the instruction, in UTF-16 units. */
  start: number;
  end: number;
}

const MOST_OFFERED = 12;

/**
 * Requirements that a program could check but no question covers. A question that quotes a requirement covers
 * it, by any author; one that asks for its opposite does not, so that the right wording is proposed beside it.
 */
export function offeredFor(instruction: string, questions: readonly string[]): Offered[] {
  const own = new Map(draftChecklist(instruction).map((item) => [item.text, item]));
  const checks = questions.flatMap((question) => {
    const parsed = parseItem(question, { instruction });
    if (parsed.flags.some(isRuleConflict)) return [];
    const check = own.get(question)?.check ?? parsed.check ?? parsed.hint;
    return check ? [check] : [];
  });
  const offered = new Map<string, Offered>();
  for (const { check, start, end, text } of uncovered(instruction, checks)) {
    if (questions.some((question) => question.includes(`“${text}”`))) continue;
    const question = questionOf(check);
    const worded = question
      ? `${question} (“${text}”)`
      : `Does the response follow this requirement: “${text}”?`;
    if (!offered.has(worded)) offered.set(worded, { text: worded, start, end });
  }
  return [...offered.values()].slice(0, MOST_OFFERED);
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/**
 * The items of the library to offer beside a rubric, in order: those that neither an item nor a requirement
 * of the instruction covers. Coverage is detected by single English words, so rather too few are offered than
 * duplicates. Null for a rubric without a task.
 */
export function libraryFor(
  kind: keyof typeof LIBRARY,
  instruction: string | null,
  items: readonly string[],
): string[] {
  const requirements = instruction === null ? [] : requirementSpans(instruction).map(({ text }) => text);
  const covered = new Set([...requirements, ...items].flatMap(wordsOf));
  if (parseConstraints(instruction ?? "").some(({ check }) => check.kind === "language"))
    covered.add("language");
  return LIBRARY[kind].flatMap(({ text, about }) =>
    items.includes(text) || wordsOf(about).some((word) => covered.has(word)) ? [] : [text],
  );
}
