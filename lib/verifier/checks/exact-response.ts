import { hitsOf } from "../text/find";
import { listOf } from "../text/lists-and-tables";
import { markdownLines } from "../text/markdown";
import { bareWord, foldCase, regexWords, wordTexts } from "../text/words";
import { type Check, type Context, type Finding, spansOf } from "../types";

/** Checks that the response opens with the request, word for word. */
export function runRepeat(
  { text: prompt }: Extract<Check, { kind: "repeat_prompt" }>,
  text: string,
  { instruction }: Context,
): Finding {
  const wanted = (prompt ?? instruction ?? "").trim();
  if (wanted === "")
    return { verdict: "inapplicable", evidence: { summary: "no request to compare with was given" } };
  const start = text.trimStart();
  if (foldCase(start).startsWith(foldCase(wanted))) {
    return {
      verdict: "yes",
      evidence: {
        summary: "the response opens with the request",
        spans: spansOf([{ start: 0, end: wanted.length }], "request", text.length - start.length),
      },
    };
  }
  const spaced = (of: string) =>
    foldCase(of)
      .replace(/[\s"]+/g, " ")
      .trim();
  const near = spaced(start).startsWith(spaced(wanted));
  let same = 0;
  while (same < wanted.length && foldCase(start[same] ?? "") === foldCase(wanted[same] ?? "")) same++;
  return {
    verdict: near ? "borderline" : "no",
    evidence: {
      summary: near ? "the same but for white space or quotes" : `differs from character ${same + 1}`,
    },
  };
}

/** Checks that the response is one of the options and nothing else. */
export function runOneOf({ options }: Extract<Check, { kind: "one_of" }>, text: string): Finding {
  const bare = (of: string) => bareWord(of.trim()).replace(/ +/g, " ");
  const whole = bare(text);
  const equal = options.find((option) => bare(option) === whole);
  if (equal !== undefined) return { verdict: "yes", evidence: { summary: `the response is “${equal}”` } };
  const contained = options.filter((option) => hitsOf(text, option).exact.count > 0);
  return {
    verdict: contained.length > 0 ? "borderline" : "no",
    evidence: {
      summary: contained.length > 0 ? `contains ${contained.join(", ")}, and more` : "none of the options",
    },
  };
}

/** Checks that no item, line or word is repeated. */
export function runDistinct({ target }: Extract<Check, { kind: "distinct" }>, text: string): Finding {
  const pieces =
    target === "items"
      ? (listOf(text)?.items.map((item) => item.text) ?? [])
      : target === "lines"
        ? markdownLines(text)
            .map((line) => line.text)
            .filter((line) => line.trim() !== "")
        : wordTexts(text, regexWords(text));
  if (pieces.length < 2) return { verdict: "borderline", evidence: { summary: `fewer than two ${target}` } };
  const seen = new Set<string>();
  for (const piece of pieces) {
    const key = foldCase(piece)
      .replace(/[\s*_`]+/g, " ")
      .trim()
      .replace(/[.,;:!?]+$/, "");
    if (seen.has(key)) return { verdict: "no", evidence: { summary: `“${piece.slice(0, 60)}” comes twice` } };
    seen.add(key);
  }
  return { verdict: "yes", evidence: { summary: `${pieces.length} ${target}, all different` } };
}

/** Checks that only text between asterisks was changed from the instruction's text. */
export function runRephrase(text: string, { instruction = "" }: Context): Finding {
  const original = /[^\n]*\*[^*\n]{1,2000}\*[^\n]*/.exec(instruction.slice(0, 50_000))?.[0];
  if (!original)
    return {
      verdict: "inapplicable",
      evidence: { summary: "the instruction has no text between asterisks" },
    };
  const frame = (of: string) =>
    foldCase(of)
      .replace(/\*[^*\n]{1,2000}\*/g, "*")
      .replace(/\s+/g, " ")
      .trim();
  const marked = /\*[^*\n]{1,2000}\*/.test(text);
  const same = frame(original).endsWith(frame(text)) || frame(text).endsWith(frame(original));
  return {
    verdict:
      marked && same
        ? frame(text) === frame(original)
          ? "yes"
          : "borderline"
        : marked
          ? "no"
          : "borderline",
    evidence: {
      summary: same
        ? "the text outside the asterisks is unchanged"
        : "the text outside the asterisks differs",
    },
  };
}
