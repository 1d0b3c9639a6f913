import { MAX_RESPONSE } from "./run-check";
import type { Bound, Check, ValueKind } from "./types";

/*
 * Checks as the IFEval benchmark (Zhou et al. 2023) decides them, for comparison with its published numbers.
 * Its definitions differ from ours, and the two are never mixed: its results are not verdicts.
 */

/**
 * The benchmark's result for a response: `strict` for the response as it is, `loose` also for seven shortened
 * versions.
 */
interface IfevalResult {
  /** The benchmark's instruction, in the version of our reading of it; null where there is none. */
  id: string | null;
  strict: "yes" | "no" | "inapplicable";
  loose: "yes" | "no" | "inapplicable";
}

interface Definition {
  id: string;
  holds: (text: string) => boolean;
}

const NOT_DECIDED: IfevalResult = { id: null, strict: "inapplicable", loose: "inapplicable" };

/**
 * Decides a check by the benchmark's definition. `inapplicable` when it has none, when its relations cannot
 * express the bound, when it depends on other tools (sentence splitters, language detectors), and for
 * responses of more than 204,800 characters.
 */
export function ifevalOf(check: Check | null, response: string, instruction = ""): IfevalResult {
  const definition = check && definitionOf(check, instruction);
  if (!definition || response.length > MAX_RESPONSE) return NOT_DECIDED;
  const holds = (text: string) => text.trim() !== "" && definition.holds(text);
  const strict = holds(response);
  const loose = strict || looseTexts(response).some(holds);
  const word = (is: boolean) => (is ? "yes" : "no");
  return { id: `ifeval.${definition.id}@1`, strict: word(strict), loose: word(loose) };
}

/**
 * Without the asterisks, the first line, the last line or both lines, and each of these without the
 * asterisks.
 */
function looseTexts(response: string): string[] {
  const lines = response.split("\n");
  const cut = [lines.slice(1), lines.slice(0, -1), lines.slice(1, -1)].map((rest) => rest.join("\n").trim());
  return [...cut, ...[response, ...cut].map((text) => text.replaceAll("*", ""))];
}

function definitionOf(check: Check, instruction: string): Definition | null {
  switch (check.kind) {
    case "count":
      return countOf(check);
    case "contains":
      return containsOf(check);
    case "ends_with": {
      if (check.what !== "phrase") return null;
      const phrase = check.value.trim().toLowerCase();
      return { id: "startend:end_checker", holds: (text) => unquotedEnd(text).endsWith(phrase) };
    }
    case "one_of":
      return {
        id: "detectable_format:constrained_response",
        holds: (text) => check.options.some((option) => text.includes(option)),
      };
    case "charset":
      return check.set === "no_comma"
        ? { id: "punctuation:no_comma", holds: (text) => !text.includes(",") }
        : null;
    case "repeat_prompt": {
      const wanted = (check.text ?? instruction).trim().toLowerCase();
      if (wanted === "") return null;
      const holds = (text: string) => text.trim().toLowerCase().startsWith(wanted);
      return { id: "combination:repeat_prompt", holds };
    }
    case "format":
      if (check.format === "quoted_whole") return { id: "startend:quotation", holds: isQuoted };
      if (check.format === "title_angle") return { id: "detectable_format:title", holds: hasTitle };
      if (check.format === "two_responses" && check.details.marker === "******")
        return { id: "combination:two_responses", holds: areTwoResponses };
      return null;
    default:
      return null;
  }
}

function countOf(check: Extract<Check, { kind: "count" }>): Definition | null {
  const counted = (id: string, meets: ((n: number) => boolean) | null, count: (text: string) => number) =>
    meets && { id, holds: (text: string) => meets(count(text)) };
  const exactly = check.op === "eq" ? (n: number) => n === check.n : null;
  const relation = relationOf(check);
  const atLeast = relation?.name === "at least" ? relation.meets : null;
  switch (check.unit) {
    case "word":
      return counted("length_constraints:number_words", relation?.meets ?? null, (text) => {
        return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
      });
    case "paragraph":
      return check.divider === "***"
        ? counted("length_constraints:number_paragraphs", exactly, dividedParagraphs)
        : null;
    case "bullet":
      return counted(
        "detectable_format:number_bullet_lists",
        exactly,
        (text) => lineMarks(text, "*") + lineMarks(text, "-"),
      );
    case "highlight":
      return counted("detectable_format:number_highlighted_sections", atLeast, highlights);
    case "placeholder":
      return counted("detectable_content:number_placeholders", atLeast, bracketed);
    default:
      return null;
  }
}

function containsOf({
  what,
  values,
  mode,
  times,
}: Extract<Check, { what: ValueKind; values: string[] }>): Definition | null {
  const [value = ""] = values;
  if (what === "sentence" || values.some((one) => one === "")) return null;
  if (!times) {
    if (what === "char" || (mode === "any" && values.length > 1)) return null;
    const holds = (text: string) => values.every((one) => occurrences(text, one) > 0);
    return { id: "keywords:existence", holds };
  }
  const relation = relationOf(times);
  if (!relation || values.length > 1) return null;
  const id = what === "char" ? "keywords:letter_frequency" : "keywords:frequency";
  return { id, holds: (text) => relation.meets(occurrences(text, value)) };
}

/** The benchmark's two relations; a bound one integer away from one of them is expressed by it. */
function relationOf({
  op,
  n,
}: Bound): { name: "less than" | "at least"; meets: (count: number) => boolean } | null {
  if (op === "lt" || op === "le") {
    const limit = op === "lt" ? n : n + 1;
    return { name: "less than", meets: (count) => count < limit };
  }
  if (op === "ge" || op === "gt") {
    const limit = op === "ge" ? n : n + 1;
    return { name: "at least", meets: (count) => count >= limit };
  }
  return null;
}

/** Also as a part of other words, ignoring case, without overlap. */
function occurrences(text: string, value: string): number {
  return text.toLowerCase().split(value.toLowerCase()).length - 1;
}

/** Pieces between ***; -1 when one in the middle is empty. */
function dividedParagraphs(text: string): number {
  const pieces = text.split(/\s?\*\*\*\s?/);
  const isEmpty = (piece: string) => piece.trim() === "";
  if (pieces.slice(1, -1).some(isEmpty)) return -1;
  return pieces.filter((piece) => !isEmpty(piece)).length;
}

function areTwoResponses(text: string): boolean {
  const pieces = text.split("******").map((piece) => piece.trim());
  if (pieces.slice(1, -1).includes("")) return false;
  const [first, second, ...others] = pieces.filter((piece) => piece !== "");
  return second !== undefined && others.length === 0 && first !== second;
}

/**
 * Lines that open with a sign; after an asterisk something else must follow, possibly the next line, which is
 * then not counted itself.
 */
function lineMarks(text: string, sign: "*" | "-"): number {
  const lines = text.split("\n");
  let count = 0;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]?.trimStart() ?? "";
    if (!line.startsWith(sign)) continue;
    if (sign === "-" || (line.length > 1 && line[1] !== "*")) count++;
    else if (line === "*" && i + 1 < lines.length) {
      count++;
      i++;
    }
  }
  return count;
}

/** *one* and **one**, searched separately: bold text can count twice, as in the benchmark. */
function highlights(text: string): number {
  return [/\*[^\n*]*\*/g, /\*\*[^\n*]*\*\*/g]
    .flatMap((pattern) => text.match(pattern) ?? [])
    .filter((found) => found.replaceAll("*", "").trim() !== "").length;
}

/** Square brackets closed on the same line, including empty ones. */
function bracketed(text: string): number {
  let count = 0;
  for (const line of text.split("\n")) {
    for (let open = line.indexOf("["); open >= 0; ) {
      const close = line.indexOf("]", open);
      if (close < 0) break;
      count++;
      open = line.indexOf("[", close);
    }
  }
  return count;
}

function hasTitle(text: string): boolean {
  return text.split("\n").some((line) => {
    const [open, close] = [line.indexOf("<<"), line.lastIndexOf(">>")];
    return open >= 0 && close > open + 2 && without(line.slice(open, close + 2), "<", ">").trim() !== "";
  });
}

function isQuoted(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"');
}

const unquotedEnd = (text: string) => without(text.trim(), '"', '"').toLowerCase();

/** A text without its opening and closing signs. */
function without(text: string, opening: string, closing: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === opening) start++;
  while (end > start && text[end - 1] === closing) end--;
  return text.slice(start, end);
}
