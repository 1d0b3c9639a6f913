import type { Check } from "../types";
import type { Clause } from "./clauses/clause";
import type { QuestionSubject } from "./subject";

/** A completely understood question or instruction. */
export interface ParsedQuestion {
  check: Check;
  flags: string[];
  /** The artefact it is about, if that may be only a part of the response. */
  scoped?: string;
}

/** A clause, affirmed or denied. */
export function finish({ check, flags }: Clause, denied: boolean): ParsedQuestion | null {
  if (!denied) return { check, flags };
  const none = negation(check);
  return none && { check: none, flags };
}

function negation(check: Check): Check | null {
  if (check.kind === "contains" && !check.times) return { ...check, kind: "not_contains", mode: "any" };
  if (check.kind === "not") return check.of;
  if (check.kind === "count" && check.op === "ge" && check.n === 1) {
    if (check.unit === "comma") return { kind: "charset", set: "no_comma" };
    if (check.unit === "digit") return { kind: "charset", set: "no_digits" };
    if (check.unit === "uppercase_letter") return { kind: "case", mode: "lower" };
    if (check.unit === "lowercase_letter") return { kind: "case", mode: "upper" };
    return { ...check, op: "eq", n: 0 };
  }
  if (check.kind === "count" && check.op === "gt") return { ...check, op: "le" };
  if (check.kind === "count" && check.op === "lt") return { ...check, op: "ge" };
  // "not limited to 5 words" may be no limit at all.
  if (check.kind === "count" && check.op === "le") return null;
  if (
    check.kind === "case" ||
    check.kind === "order" ||
    check.kind === "and" ||
    check.kind === "or" ||
    check.kind === "one_of"
  )
    return null;
  return { kind: "not", of: check };
}

export function about(whom: QuestionSubject, { check, flags }: ParsedQuestion): ParsedQuestion {
  if (whom.of === "whole") return { check, flags };
  if (whom.of === "scoped") return { check, flags, scoped: whom.noun };
  if (whom.of === "part") return { check: { kind: "part", part: whom.part, n: whom.n, of: check }, flags };
  return { check: { kind: "each", part: whom.part, of: check }, flags };
}
