import type { CountedUnit } from "./countable-units";

/*
 * What can be proved about a text, as data: a question is parsed into a `Check`, which is run on a response.
 */

export type Verdict = "yes" | "no" | "borderline" | "inapplicable";

/** The comparison of an observed number with the required one. `approx` allows `tol`, a share of n. */
type Op = "eq" | "ge" | "le" | "lt" | "gt" | "between" | "approx";

/** A required number, with the upper end of a range. */
export interface Bound {
  op: Op;
  n: number;
  hi?: number;
  /** For `approx`: the share of n within which the answer is yes; beyond twice that it is no. */
  tol?: number;
}

/** Kinds of values: separate words or phrases, characters anywhere, or a sentence word for word. */
export type ValueKind = "word" | "phrase" | "char" | "sentence";

export type TextPart = "paragraph" | "sentence" | "line" | "item";
export type Format =
  | "json"
  | "csv"
  | "tsv"
  | "xml"
  | "yaml"
  | "markdown_table"
  | "bullets"
  | "numbered"
  | "list"
  | "headings"
  | "code_block"
  | "code_only"
  | "bold"
  | "final_bold"
  | "boxed"
  | "quoted_whole"
  | "title_angle"
  | "placeholders"
  | "highlight"
  | "sections"
  | "postscript"
  | "two_responses"
  | "word_list";

/** Details of a format in the question. */
export interface FormatDetails {
  /** Keys of every JSON object, or columns of a table. */
  names?: string[];
  /** No other keys or columns. */
  only?: boolean;
  /** Number of pieces: array elements, sections, table rows, list entries. */
  count?: Bound;
  /** The word that marks a section or the postscript, or separates two responses. */
  marker?: string;
  /** Language tag of a code block; allowed words of a list of options. */
  language?: string;
  options?: string[];
  /** Nearly all of the response, not only some of it. */
  whole?: boolean;
  /** Must be an array, or an object. */
  shape?: "array" | "object";
}

export type Check =
  | ({ kind: "count"; unit: CountedUnit; bare?: true; divider?: string } & Bound)
  | {
      kind: "contains" | "not_contains";
      what: ValueKind;
      values: string[];
      mode: "all" | "any";
      times?: Bound;
    }
  | { kind: "starts_with" | "ends_with"; what: "word" | "phrase" | "char"; value: string }
  | { kind: "nth_words"; pos: number[]; values: string[] }
  | { kind: "case"; mode: "lower" | "upper" | "title" | "sentence" }
  | { kind: "format"; format: Format; details: FormatDetails }
  | { kind: "order"; by: "alphabetical" | "numeric" | "date"; dir: "asc" | "desc"; key?: string }
  | { kind: "language"; code: string }
  | { kind: "charset"; set: "ascii" | "no_digits" | "no_punctuation" | "no_comma" | "latin" }
  | { kind: "repeat_prompt"; text?: string }
  | { kind: "rephrase" }
  | { kind: "one_of"; options: string[] }
  | { kind: "distinct"; target: "items" | "lines" | "words" }
  | { kind: "part"; part: TextPart; n: number; of: Check }
  | { kind: "each"; part: TextPart; of: Check }
  | { kind: "and" | "or"; of: Check[] }
  | { kind: "not"; of: Check };

/** A range of the response, in UTF-16 units, and what it shows. */
interface Span {
  start: number;
  end: number;
  label: string;
}

export interface Evidence {
  /** One line of measurement, never an opinion. */
  summary: string;
  /** The count by each convention. */
  counts?: Record<string, number>;
  /** Relevant ranges of the response; the first hundred. */
  spans?: Span[];
  /** The part to leave out so that the answer is yes: "without the first line". Never an answer by itself. */
  loose?: string;
  /** The answer by each convention alone. */
  conventions?: Record<string, "yes" | "no" | "borderline">;
  details?: Record<string, unknown>;
  /** Evidence of the parts of a compound check. */
  parts?: { verdict: Verdict; evidence: Evidence }[];
}

export interface Finding {
  verdict: Verdict;
  evidence: Evidence;
}

/** Facts that a check may use besides the response. */
export interface Context {
  instruction?: string;
}

export const MAX_SPANS = 100;

/** Spans for highlighting, limited to what a screen can show. */
export function spansOf(places: Iterable<{ start: number; end: number }>, label: string, offset = 0): Span[] {
  const spans: Span[] = [];
  for (const { start, end } of places) {
    if (spans.length === MAX_SPANS) break;
    spans.push({ start: start + offset, end: end + offset, label });
  }
  return spans;
}

/** A number of things in words: "1 row", "2 rows". */
export const countOf = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** True if a number meets a bound; `approx` has a zone in between. */
export function meets(value: number, { op, n, hi = n, tol = 0.1 }: Bound): "yes" | "no" | "borderline" {
  if (op === "approx") {
    const away = Math.abs(value - n);
    return away <= n * tol ? "yes" : away > n * tol * 2 ? "no" : "borderline";
  }
  const holds =
    op === "eq"
      ? value === n
      : op === "ge"
        ? value >= n
        : op === "le"
          ? value <= n
          : op === "lt"
            ? value < n
            : op === "gt"
              ? value > n
              : value >= n && value <= hi;
  return holds ? "yes" : "no";
}

/** The answer that all conventions give, or borderline. */
export function agreed(conventions: Record<string, "yes" | "no" | "borderline">): Verdict {
  const [first, ...others] = Object.values(conventions);
  return first !== undefined && others.every((other) => other === first) ? first : "borderline";
}

/** Compares every convention's number with the bound. */
export function weigh(counts: Record<string, number>, bound: Bound): Finding {
  const conventions = Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, meets(count, bound)]),
  );
  return { verdict: agreed(conventions), evidence: { summary: "", counts, conventions } };
}

export function negated({ verdict, evidence }: Finding): Finding {
  const flipped = verdict === "yes" ? "no" : verdict === "no" ? "yes" : verdict;
  return { verdict: flipped, evidence };
}

/** The bound in words: "exactly 3", "fewer than 500", "between 50 and 60". */
export function boundText({ op, n, hi = n }: Bound): string {
  if (op === "between") return `between ${n} and ${hi}`;
  const words = {
    eq: "exactly",
    ge: "at least",
    le: "at most",
    lt: "fewer than",
    gt: "more than",
    approx: "about",
  };
  return `${words[op]} ${n}`;
}
