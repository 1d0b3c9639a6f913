import { occurrences } from "../text/find";
import { listOf } from "../text/lists-and-tables";
import { blocks, fences, headings, isBlank, listItems, markdownLines, unfenced } from "../text/markdown";
import { bareWord, foldCase } from "../text/words";
import {
  type Check,
  countOf,
  type Finding,
  type Format,
  type FormatDetails,
  spansOf,
  type Verdict,
  weigh,
} from "../types";
import { boldSpans, highlights, matches, placeholders } from "./counts";
import { runJson } from "./json";
import { runMarkdownTable, runSeparated } from "./tables";
import { xmlProblem } from "./xml";

type Of = (text: string, details: FormatDetails) => Finding;

const formats: Record<Format, Of> = {
  json: runJson,
  csv: (text, details) => runSeparated(text, ",", details),
  tsv: (text, details) => runSeparated(text, "\t", details),
  xml(text) {
    const problem = xmlProblem(unfenced(text));
    return { verdict: problem ? "no" : "yes", evidence: { summary: problem ?? "well-formed XML" } };
  },
  yaml(text) {
    // Nearly every text is valid YAML: decide only when it plainly is a mapping or list of values, or plainly
    // is not.
    const lines = unfenced(text)
      .split("\n")
      .filter((line) => !isBlank(line) && !/^\s*#/.test(line));
    const odd = lines.filter(
      (line) => !/^\s*(?:- +)?(?:[\w."' -]{1,100}:(?:\s.*)?|- .*|---|\.\.\.)$/.test(line),
    );
    const plain = lines.length - odd.length;
    return {
      verdict: lines.length > 0 && odd.length === lines.length ? "no" : "borderline",
      evidence: {
        summary: `${plain} of ${countOf(lines.length, "line")} ${plain === 1 ? "looks" : "look"} like YAML`,
      },
    };
  },
  markdown_table: (text, details) => runMarkdownTable(text, details),
  bullets: (text, details) => listed(text, "bullet", "bullet point", details),
  numbered: (text, details) => listed(text, "numbered", "numbered line", details),
  list(text) {
    const list = listOf(text);
    return {
      verdict: list && list.items.length > 1 ? "yes" : "borderline",
      evidence: {
        summary: list
          ? `a list of ${list.items.length}`
          : "no list was recognised; it may be in running text",
        spans: spansOf(list?.how === "list" ? list.items : [], "item"),
      },
    };
  },
  headings: (text) => present(headings(text), "heading"),
  code_block: (text, { language }) => {
    const found = fences(text);
    const tagged = language
      ? found.filter((fence) => foldCase(fence.language) === foldCase(language))
      : found;
    const untagged =
      language !== undefined && tagged.length === 0 && found.some((fence) => fence.language === "");
    const result = present(tagged, language ? `${language} code block` : "code block");
    return untagged ? { ...result, verdict: "borderline" } : result;
  },
  code_only(text, { language }) {
    const trimmed = text.trim();
    const found = fences(trimmed);
    const [first] = found;
    const whole = found.length === 1 && first?.start === 0 && first.end === trimmed.length && first.closed;
    const named = !language || (first && foldCase(first.language) === foldCase(language));
    const outside = found.length > 0 && !whole;
    return {
      verdict: whole ? (named ? "yes" : "borderline") : outside ? "no" : "borderline",
      evidence: {
        summary: whole
          ? "one code block covers the response"
          : outside
            ? "there is text outside the code block"
            : "no fenced code",
        spans: spansOf(found, "code", text.indexOf(trimmed)),
      },
    };
  },
  bold: (text) => present(boldSpans(text), "bold part"),
  final_bold(text, { options }) {
    const last = boldSpans(text).at(-1);
    if (!last) return present([], "bold part");
    const inside = text.slice(last.start + 2, last.end - 2).trim();
    const evidence = { summary: `the last bold part is “${inside}”`, spans: spansOf([last], "bold") };
    const rest = text.slice(last.end).trim();
    if (options) return { verdict: allOptions(inside, options) ? "yes" : "no", evidence };
    return { verdict: /[\p{L}\p{N}]/u.test(rest) ? "borderline" : "yes", evidence };
  },
  boxed(text) {
    return present(boxes(text), "\\boxed{} answer");
  },
  word_list(text, { options = [], count }) {
    const bolds = boldSpans(text);
    const last = bolds.at(-1);
    const inside = last ? text.slice(last.start + 2, last.end - 2) : text.trim();
    const words = inside.split(/[,;]/);
    const allowed = allOptions(inside, options);
    const counted = count ? weigh({ words: words.length }, count).verdict : "yes";
    return {
      verdict: allowed && counted === "yes" ? "yes" : last || words.length > 1 ? "no" : "borderline",
      evidence: { summary: `read as a list: ${words.slice(0, 20).map(bareWord).join(", ")}` },
    };
  },
  quoted_whole(text) {
    const trimmed = text.trim();
    const first = trimmed[0] ?? "";
    const last = trimmed.at(-1) ?? "";
    const straight = first === '"' && last === '"' && trimmed.length > 1;
    const curly =
      /["\u201c\u201d\u201e\u00ab]/.test(first) && /["\u201d\u201c\u00bb]/.test(last) && trimmed.length > 1;
    const inner = straight ? occurrences(trimmed, '"').length : 0;
    return {
      // `"One," she said. "Two."` opens and closes with quotes, but is not one quotation.
      verdict: straight ? (inner > 2 ? "borderline" : "yes") : curly ? "borderline" : "no",
      evidence: { summary: `starts with ${first || "nothing"} and ends with ${last || "nothing"}` },
    };
  },
  title_angle(text) {
    const found = matches(text, /<<[^\n<>]{1,2000}>>/g).filter(
      ({ start, end }) => text.slice(start + 2, end - 2).trim() !== "",
    );
    return present(found, "title in double angular brackets", { many: "titles in double angular brackets" });
  },
  placeholders: (text, { count }) => present(placeholders(text), "placeholder", { count }),
  highlight: (text, { count }) => present(highlights(text), "highlighted part", { count }),
  sections: runSections,
  postscript: runPostscript,
  two_responses: runTwoResponses,
};

export function runFormat({ format, details }: Extract<Check, { kind: "format" }>, text: string): Finding {
  return formats[format](text, details);
}

type Place = { start: number; end: number };

function present(
  found: Place[],
  one: string,
  { many = `${one}s`, count }: { many?: string; count?: FormatDetails["count"] } = {},
): Finding {
  const evidence = {
    summary: countOf(found.length, one, many),
    counts: { found: found.length },
    spans: spansOf(found, one),
  };
  if (count) return { verdict: weigh({ found: found.length }, count).verdict, evidence };
  return { verdict: found.length > 0 ? "yes" : "no", evidence };
}

/**
 * List lines of a kind. A single one, or a text that is mostly prose although the requirement is a list,
 * proves nothing.
 */
function listed(
  text: string,
  kind: "bullet" | "numbered",
  name: string,
  { count, whole }: FormatDetails,
): Finding {
  const found = listItems(text).all.filter((line) => line.kind === kind);
  const result = present(found, name, { count });
  if (count || result.verdict === "no") return result;
  const lines = markdownLines(text).filter((line) => !isBlank(line.text)).length;
  const doubtful = found.length === 1 || (whole === true && found.length * 2 < lines);
  return doubtful ? { ...result, verdict: "borderline" } : result;
}

/** The non-empty contents of \boxed{…}, up to the closing brace. One pass over all braces. */
function boxes(text: string): Place[] {
  const starts = new Set(occurrences(text, "\\boxed{").map((start) => start + 6));
  if (starts.size === 0) return [];
  const open: number[] = [];
  const found: Place[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 123) open.push(i);
    else if (unit === 125) {
      const at = open.pop();
      if (at !== undefined && starts.has(at) && i > at + 1) found.push({ start: at - 6, end: i + 1 });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function allOptions(inside: string, options: string[]): boolean {
  const allowed = new Set(options.map(bareWord));
  return inside.split(/[,;]/).every((word) => allowed.has(bareWord(word)));
}

/** Sections that open with a marker and a number: "Section 1", "SECTION 2". */
function runSections(
  text: string,
  { marker = "Section", count = { op: "ge", n: 1 } }: FormatDetails,
): Finding {
  const wanted = foldCase(marker);
  const hay = foldCase(text);
  const found: (Place & { number: number; ownLine: boolean; sameCase: boolean })[] = [];
  for (const start of occurrences(hay, wanted)) {
    const after = /^[ \t]{0,5}#?(\d{1,4})\b/.exec(
      text.slice(start + wanted.length, start + wanted.length + 12),
    );
    if (!after) continue;
    const end = start + wanted.length + after[0].length;
    const before = text.slice(Math.max(0, start - 10), start);
    found.push({
      start,
      end,
      number: Number(after[1]),
      ownLine: /(?:^|\n)[\s*#_>-]*$/.test(before),
      sameCase: text.slice(start, start + marker.length) === marker,
    });
  }
  const opening = found.filter(({ ownLine }) => ownLine);
  const counts = {
    markers: found.length,
    at_line_start: opening.length,
    different_numbers: new Set(found.map(({ number }) => number)).size,
    same_case: opening.filter(({ sameCase }) => sameCase).length,
  };
  const gaps = opening.filter(({ number }, i) => number !== i + 1).map(({ number }) => number);
  const { verdict, evidence } = weigh(counts, count);
  return {
    verdict,
    evidence: {
      ...evidence,
      summary: `${countOf(opening.length, "section")} marked ${marker}`,
      spans: spansOf(found, "section"),
      details: { out_of_sequence: gaps },
    },
  };
}

/** A postscript: a line that opens with its marker, in the last paragraph. */
function runPostscript(text: string, { marker = "P.S." }: FormatDetails): Finding {
  const letters = marker.toLowerCase().replace(/[^a-z]/g, "");
  const spelled = (line: string) => {
    const head = line.replace(/^[\s*_#>]+/, "").toLowerCase();
    let i = 0;
    for (const letter of letters) {
      if (head[i] !== letter) return false;
      i++;
      while (head[i] === "." || (head[i] === " " && head[i - 1] === ".")) i++;
    }
    const next = head[i] ?? " ";
    return !/\p{L}/u.test(next) || head[i - 1] === " " || head[i - 1] === ".";
  };
  const lines = markdownLines(text).filter((line) => spelled(line.text));
  const last = blocks(text).at(-1);
  const atEnd = lines.some(({ start }) => last !== undefined && start >= last.start);
  const inside = occurrences(foldCase(text), foldCase(marker)).length;
  const verdict: Verdict = atEnd ? "yes" : lines.length > 0 || inside > 0 ? "borderline" : "no";
  return {
    verdict,
    evidence: {
      summary:
        lines.length === 0
          ? "no line opens with the postscript"
          : atEnd
            ? "the last paragraph has it"
            : "not in the last paragraph",
      spans: spansOf(lines, "postscript"),
    },
  };
}

function runTwoResponses(text: string, { marker = "******" }: FormatDetails): Finding {
  const pieces = text.split(marker).map((piece) => piece.trim());
  if (pieces[0] === "") pieces.shift();
  if (pieces.at(-1) === "") pieces.pop();
  const two = pieces.length === 2 && pieces.every((piece) => piece !== "");
  const different = two && pieces[0] !== pieces[1];
  const alike = different && foldCase(pieces[0] ?? "") === foldCase(pieces[1] ?? "");
  return {
    verdict: different ? (alike ? "borderline" : "yes") : "no",
    evidence: {
      summary: `${countOf(pieces.length, "piece")} parted by ${marker}${two && !different ? ", all the same" : ""}`,
      counts: { pieces: pieces.length },
    },
  };
}
