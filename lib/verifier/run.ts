import type { Check, Context, Finding, Verdict } from "./check";
import { MOST_SPANS, negated } from "./check";
import { runContains } from "./checks/contains";
import { runCount } from "./checks/counts";
import { runEdge, runNthWords } from "./checks/edges";
import { runFormat } from "./checks/formats";
import { runLanguage } from "./checks/language";
import { runCase, runCharset } from "./checks/letters";
import { runOrder } from "./checks/order";
import { runDistinct, runOneOf, runRepeat, runRephrase } from "./checks/whole";
import { partsOf } from "./text/pieces";

/** Longest response that is looked at, in UTF-16 units. */
export const MOST_RESPONSE = 204_800;
/** Parts of a response that one check runs on by itself. */
const MOST_PARTS = 2000;

/**
 * Runs a check on a response. The verdict is yes or no only where every convention agrees; `borderline` says
 * that they do not, `inapplicable` that there is nothing the check could be about: an empty response, one too
 * long to look at, a request to be repeated that was not given.
 */
export function run(check: Check, response: string, context: Context = {}): Finding {
  if (response.length > MOST_RESPONSE) {
    const summary = `longer than ${MOST_RESPONSE.toLocaleString("en")} characters; not looked at`;
    return { verdict: "inapplicable", evidence: { summary } };
  }
  const finding = runOne(check, response, context);
  if (response.trim() === "" && finding.verdict === "yes") {
    return { verdict: "inapplicable", evidence: { ...finding.evidence, summary: "the response is empty" } };
  }
  return finding;
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
      spans: parts.flatMap(({ evidence }) => evidence.spans ?? []).slice(0, MOST_SPANS),
      parts,
    },
  };
}

/** A named part of the response. Where texts part in more than one way, only the part's absence is certain. */
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
