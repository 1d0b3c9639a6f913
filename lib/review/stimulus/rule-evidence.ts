import {
  FINDINGS,
  FOUND_UNITS,
  type FoundUnit,
  type RuleEvidence,
  type RuleFinding,
} from "@/lib/drafting/schema/notes";
import { en } from "@/lib/i18n/english";
import { unitText } from "@/lib/verifier/checks/counts";

/*
 * Drafts are immutable, and the evidence of rules is in English. To show it in the annotator's language, the
 * sentences that rules write are recognised again: each is a text of the English dictionary with placeholders
 * filled in.
 */

const NUMBER = String.raw`\d[\d,.]*(?: to \d[\d,.]*)?`;
const PATTERNS = { n: NUMBER, m: NUMBER, text: ".+?", unit: ".+?" };

const TEMPLATES = FINDINGS.map((code) => {
  const source = en[`rules.found.${code}`]
    .split(/\{(n|m|text|unit)\}/)
    .map((part, at) =>
      at % 2 === 0
        ? part
            .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
            // A noun or verb after a number may be in the singular.
            .replace(/^( (?:small )?\w+)s\b/, "$1s?")
            .replace(/ (open|look) /, " $1s? ")
        : `(?<${part}>${PATTERNS[part as keyof typeof PATTERNS]})`,
    )
    .join("")
    // A quoted text ends at its closing quotation mark.
    .replace("“(?<text>.+?)”", "“(?<text>[^”]*)”");
  return { code, pattern: new RegExp(`^${source}$`, "s") };
});

/** The units that rules count, by singular and plural. */
const UNITS = new Map<string, FoundUnit>(
  FOUND_UNITS.flatMap((unit) => {
    const plural: string = en[`rules.unit.${unit}`];
    const singular = unit === "numbered" ? "numbered line" : unitText(unit, 1);
    return [plural, singular].map((name): [string, FoundUnit] => [name, unit]);
  }),
);
// Parts of a response are called by their plain names.
UNITS.set("items", "item");

/** Longest line that rules write; longer ones are not parsed. */
const LONGEST = 1000;
const MOST_SENTENCES = 12;

/** A line without recognised parts: shown as it is. */
const UNKNOWN: RuleEvidence = { parts: [], counts: null, loose: null };

/** Parses a line of evidence written by `evidenceInWords`. Unknown sentences are left as they are. */
export function readEvidence(line: string): RuleEvidence {
  if (line.length > LONGEST || line.split("; ").length > MOST_SENTENCES) return UNKNOWN;
  const [, first = line, after] = /^(.*?)\.(?: (It would hold .*)\.)?$/s.exec(line) ?? [];
  const [, sentences = first, counts = null] =
    /^(.*) \(([^();]+: [\d.]+(?:, [^();]+: [\d.]+)+)\)$/s.exec(first) ?? [];
  const parts = partsIn(sentences);
  const loose = after === undefined ? null : findingIn(after);
  return [...parts, loose].some((found) => found && "code" in found) ? { parts, counts, loose } : UNKNOWN;
}

/** The sentences between semicolons; a sentence or quotation may contain a semicolon itself. */
function partsIn(sentences: string): RuleFinding[] {
  const ends = [...sentences.matchAll(/; /g)]
    .map(({ index }) => index)
    .filter((at) => !isQuoted(sentences, at));
  for (const end of [sentences.length, ...ends.reverse()]) {
    const found = known(sentences.slice(0, end));
    if (found) return end === sentences.length ? found : [...found, ...partsIn(sentences.slice(end + 2))];
  }
  const next = ends.at(-1);
  if (next === undefined) return [{ words: sentences }];
  return [{ words: sentences.slice(0, next) }, ...partsIn(sentences.slice(next + 2))];
}

const isQuoted = (sentences: string, at: number) =>
  sentences.lastIndexOf("“", at) > sentences.lastIndexOf("”", at) && sentences.indexOf("”", at) !== -1;

/** A sentence, with the doubt in parentheses that may follow it. */
function known(phrase: string): RuleFinding[] | null {
  const whole = findingIn(phrase);
  if ("code" in whole) return [whole];
  const [, sentence = "", doubt = ""] = /^(.*) \(([^()]+)\)$/s.exec(phrase) ?? [];
  const both = [findingIn(sentence), findingIn(doubt)];
  return both.every((found) => "code" in found) ? both : null;
}

function findingIn(phrase: string): RuleFinding {
  for (const { code, pattern } of TEMPLATES) {
    const match = pattern.exec(phrase);
    if (!match) continue;
    const { n = "", m = "", text = "", unit: named } = match.groups ?? {};
    const unit = named === undefined ? null : UNITS.get(named);
    if (unit !== undefined) return { code, n: range(n), m: range(m), text, unit };
  }
  return { words: phrase };
}

const range = (number: string) => number.replace(" to ", "–");
