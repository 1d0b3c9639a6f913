import { runContains } from "@/lib/verifier/checks/contains";
import { runCount } from "@/lib/verifier/checks/counts";
import { runDistinct, runOneOf, runRepeat, runRephrase } from "@/lib/verifier/checks/exact-response";
import { runFormat } from "@/lib/verifier/checks/formats";
import { runLanguage } from "@/lib/verifier/checks/language";
import { runCase, runCharset } from "@/lib/verifier/checks/letters";
import { runOrder } from "@/lib/verifier/checks/order";
import { runEdge, runNthWords } from "@/lib/verifier/checks/starts-ends";
import { partsOf } from "@/lib/verifier/text/lists-and-tables";
import { lineCount } from "@/lib/verifier/text/markdown";
import type { Check, Context, Finding, Verdict } from "./types";
import { MAX_SPANS, negated } from "./types";

/** Maximum length of a response, in UTF-16 units, and maximum number of lines. */
export const MAX_RESPONSE = 204_800;
const MOST_LINES = 20_000;
/** Maximum number of parts of a response that one check runs on separately. */
const MOST_PARTS = 2000;
const VALUES_AT_ONCE = 10;
/** Maximum text that a check with several parts reads: two of the longest responses. */
const MOST_READ = 2 * MAX_RESPONSE;

/**
 * Runs a check on a response. The verdict is yes or no only if all conventions agree; `borderline` if they do
 * not, `inapplicable` if the check cannot apply: an empty response, one over the limits, a request to be
 * repeated that was not given.
 */
export function runCheck(check: Check, response: string, context: Context = {}): Finding {
  const limit = overLimit(check, response);
  if (limit) return { verdict: "inapplicable", evidence: { summary: `${limit}; not looked at` } };
  const finding = runOne(check, response, context);
  if (response.trim() === "" && finding.verdict === "yes") {
    return { verdict: "inapplicable", evidence: { ...finding.evidence, summary: "the response is empty" } };
  }
  return finding;
}

/**
 * The findings for readers. For a no, the evidence says if leaving out the first line, the last line or asterisks would make it
 * a yes.
 */
export function runForPeople(check: Check, response: string, context: Context = {}): Finding {
  const finding = runCheck(check, response, context);
  const loose = finding.verdict === "no" ? looseSuccess(check, response, context) : null;
  return loose ? { verdict: "no", evidence: { ...finding.evidence, loose } } : finding;
}

/** Maximum length of a response that is tried again without its first and last lines. */
const MOST_LOOSE = 10_000;

/**
 * The parts to leave out of a response so that a check holds: the asterisks, the first line, the last line, or
 * several of them, as people do who ignore an introduction; null when that does not help. (The loose variant of
 * IFEval.)
 */
function looseSuccess(check: Check, response: string, context: Context): string | null {
  if (response.length > MOST_LOOSE) return null;
  const lines = response.trim().split("\n");
  const cut: [string, string][] = [
    ["the asterisks", response],
    ["the first line", lines.slice(1).join("\n")],
    ["the last line", lines.slice(0, -1).join("\n")],
    ["the first and the last line", lines.slice(1, -1).join("\n")],
  ];
  const tried: [string, string][] = [
    ...cut.slice(1),
    ...cut.map(([name, text], i): [string, string] => [
      i === 0 ? name : `${name} and the asterisks`,
      text.replaceAll("*", ""),
    ]),
  ];
  const found = tried.find(
    ([, text]) =>
      text.trim() !== "" && text !== response && runOne(check, text.trim(), context).verdict === "yes",
  );
  return found ? `without ${found[0]}` : null;
}

/** The limit that a response exceeds, or null. With these limits no check takes long. */
function overLimit(check: Check, response: string): string | null {
  const inEnglish = (n: number) => n.toLocaleString("en");
  if (response.length > MAX_RESPONSE) return `longer than ${inEnglish(MAX_RESPONSE)} characters`;
  const parts = partsIn(check);
  if (parts * response.length > MOST_READ)
    return `longer than ${inEnglish(Math.floor(MOST_READ / parts))} characters for a question of so many parts`;
  return lineCount(response) > MOST_LINES ? `more than ${inEnglish(MOST_LINES)} lines` : null;
}

/** Number of times a check reads a response: once per clause, and once per ten values searched for. */
function partsIn(check: Check): number {
  switch (check.kind) {
    case "and":
    case "or":
      return check.of.reduce((sum, one) => sum + partsIn(one), 0);
    case "not":
    case "part":
    case "each":
      return partsIn(check.of);
    case "contains":
    case "not_contains":
      return Math.ceil(check.values.length / VALUES_AT_ONCE);
    case "one_of":
      return Math.ceil(check.options.length / VALUES_AT_ONCE);
    default:
      return 1;
  }
}

function runOne(check: Check, text: string, context: Context): Finding {
  switch (check.kind) {
    case "count":
      return runCount(check, text);
    case "contains":
    case "not_contains":
      return runContains(check, text);
    case "starts_with":
    case "ends_with":
      return runEdge(check, text);
    case "nth_words":
      return runNthWords(check, text);
    case "case":
      return runCase(check, text);
    case "format":
      return runFormat(check, text);
    case "order":
      return runOrder(check, text);
    case "language":
      return runLanguage(check, text);
    case "charset":
      return runCharset(check, text);
    case "repeat_prompt":
      return runRepeat(check, text, context);
    case "rephrase":
      return runRephrase(text, context);
    case "one_of":
      return runOneOf(check, text);
    case "distinct":
      return runDistinct(check, text);
    case "part":
      return runPart(check, text, context);
    case "each":
      return runEach(check, text, context);
    case "not":
      return negated(runOne(check.of, text, context));
    case "and":
    case "or":
      return runSeveral(check, text, context);
  }
}

function runSeveral(
  { kind, of }: Extract<Check, { kind: "and" | "or" }>,
  text: string,
  context: Context,
): Finding {
  const parts = of.map((check) => runOne(check, text, context));
  const verdicts = parts.map(({ verdict }) => verdict);
  const [decisive, otherwise]: Verdict[] = kind === "and" ? ["no", "yes"] : ["yes", "no"];
  const verdict = verdicts.includes(decisive as Verdict)
    ? (decisive as Verdict)
    : verdicts.every((one) => one === otherwise)
      ? (otherwise as Verdict)
      : "borderline";
  return {
    verdict,
    evidence: {
      summary: parts.map(({ evidence }) => evidence.summary).join("; "),
      spans: parts.flatMap(({ evidence }) => evidence.spans ?? []).slice(0, MAX_SPANS),
      parts,
    },
  };
}

/**
 * A named part of the response. If a text can be split in several ways, only the part's absence is certain.
 */
function runPart({ part, n, of }: Extract<Check, { kind: "part" }>, text: string, context: Context): Finding {
  const { parts, certain } = partsOf(text, part);
  const found = parts.at(n < 0 ? n : n - 1);
  if (!found) {
    const none = part === "item" && parts.length === 0;
    return {
      verdict: none || !certain ? "borderline" : "no",
      evidence: { summary: `there are ${parts.length} ${part}s` },
    };
  }
  const { verdict, evidence } = runOne(of, found.text, context);
  return {
    verdict: certain ? verdict : "borderline",
    evidence: { ...evidence, spans: shifted(evidence.spans, text, found) },
  };
}

function runEach({ part, of }: Extract<Check, { kind: "each" }>, text: string, context: Context): Finding {
  const { parts, certain } = partsOf(text, part);
  if (parts.length === 0 || parts.length > MOST_PARTS) {
    const summary = parts.length === 0 ? `no ${part}s were recognised` : `more than ${MOST_PARTS} ${part}s`;
    return { verdict: "borderline", evidence: { summary } };
  }
  let open = !certain;
  for (const [i, one] of parts.entries()) {
    const { verdict, evidence } = runOne(of, one.text, context);
    if (verdict === "no" && certain) {
      return {
        verdict: "no",
        evidence: {
          summary: `${part} ${i + 1}: ${evidence.summary}`,
          spans: [{ start: one.start, end: one.end, label: `first ${part} that fails` }],
        },
      };
    }
    if (verdict !== "yes") open = true;
  }
  return {
    verdict: open ? "borderline" : "yes",
    evidence: {
      summary: open
        ? `not certain for each of ${parts.length} ${part}s`
        : `holds for each of ${parts.length} ${part}s`,
    },
  };
}

function shifted(
  spans: Finding["evidence"]["spans"],
  text: string,
  { start, end, text: inside }: { start: number; end: number; text: string },
) {
  const from = start + Math.max(0, text.slice(start, end).indexOf(inside));
  return spans?.map((span) => ({ ...span, start: span.start + from, end: span.end + from }));
}
