import { LIBRARY } from "@/lib/drafting/rules/item-library";
import { RULE_BASED } from "@/lib/drafting/rules/provenance-labels";
import { requirementSpans } from "@/lib/drafting/rules/requirement-spans";
import { draftChecklist } from "@/lib/drafting/rules/rule-based";
import type { RuleNote } from "@/lib/drafting/schema/notes";
import { parseConstraints, uncovered } from "@/lib/verifier/constraints";
import { questionOf } from "@/lib/verifier/questions";
import { runForPeople } from "@/lib/verifier/run";
import type { Check, Evidence, Verdict } from "@/lib/verifier/types";
import { GRAMMAR, parseItem, type Tier, verify } from "@/lib/verifier/verify";

/** What a program can say about one question and one response: a draft with a value, or why there is none. */
export interface Proof {
  value: "yes" | "no" | null;
  /** The evidence in words, for people to decide on; empty where there is no value. */
  lines: string[];
  provenance: ProofProvenance;
}

/** Everything that is known of how a proof was made, as it is stored and exported. */
export type ProofProvenance = typeof RULE_BASED & {
  grammar: string;
  /** Version of the tables by which words and sentences are told apart. */
  icu: string | null;
  tier: Tier;
  verdict: Verdict | null;
  /** Why there is no value, and the same in words. */
  undecided: "offline" | "verifier_borderline" | null;
  note: string | null;
  check: Check | null;
  evidence: Evidence | null;
  flags: string[];
};

/**
 * What can be proved about questions on responses to an instruction, which is read once. A question that the rules
 * wrote is about the very requirement it quotes, and where that cannot be checked the proof says so; every other
 * question is read by the grammar, and there is no proof (null) where nothing of it was recognised.
 */
export function prover(instruction: string): (question: string, response: string) => Proof | null {
  const own = new Map(draftChecklist(instruction).map((item) => [item.text, item]));
  return (question, response) => {
    const item = own.get(question);
    if (!item) {
      const { tier, verdict, check, evidence, flags } = verify(question, response, { instruction });
      return tier === "none" ? null : proofOf({ tier, verdict, check, evidence, flags });
    }
    if (!item.check) return proofOf({ tier: "none", verdict: null, check: null, evidence: null, flags: [] });
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

/** Evidence may cut a text between the halves of a character, and a database takes no halves. */
function storable(proof: Proof): Proof {
  return JSON.parse(JSON.stringify(proof), (_, value: unknown) =>
    typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value,
  ) as Proof;
}

/** Why a verdict on so much of a question is no value. */
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

/** What was measured although it decides nothing, in words. */
export function measuredIn(note: RuleNote, evidence: Evidence | null): string | null {
  return evidence && note !== "no-program" ? evidenceInWords(evidence) : null;
}

/** "9 words; asked for fewer than 12 (uax29: 9, whitespace: 9, regex: 9)." */
export function evidenceInWords({ summary, counts = {}, loose }: Evidence): string {
  const named = Object.entries(counts);
  const byConvention = named.length > 1 ? ` (${named.map(([name, n]) => `${name}: ${n}`).join(", ")})` : "";
  return `${summary}${byConvention}.${loose ? ` It would hold ${loose}.` : ""}`;
}

/** A requirement of the instruction that no question of its checklist is about, as a question that can be added. */
export interface Offered {
  text: string;
  /** Where the instruction says it, in UTF-16 units. */
  start: number;
  end: number;
}

const MOST_OFFERED = 12;

/** What a program could check but nobody asked. Questions that quote a requirement cover it, whoever wrote them. */
export function offeredFor(instruction: string, questions: readonly string[]): Offered[] {
  const own = new Map(draftChecklist(instruction).map((item) => [item.text, item]));
  const checks = questions.flatMap((question) => {
    const parsed = parseItem(question, { instruction });
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
 * The items of the library that can be offered beside a rubric, in its order: those of which neither an item nor a
 * requirement of the instruction speaks. What is covered is told by single English words, so rather too little is
 * offered than something twice. Null for a rubric that is about no task of its own.
 */
export function libraryFor(
  kind: keyof typeof LIBRARY,
  instruction: string | null,
  items: readonly string[],
): string[] {
  const requirements = instruction === null ? [] : requirementSpans(instruction).map(({ text }) => text);
  const said = new Set([...requirements, ...items].flatMap(wordsOf));
  if (parseConstraints(instruction ?? "").some(({ check }) => check.kind === "language"))
    said.add("language");
  return LIBRARY[kind].flatMap(({ text, about }) =>
    items.includes(text) || wordsOf(about).some((word) => said.has(word)) ? [] : [text],
  );
}
