import { parseConstraints } from "@/lib/verifier/constraints";
import { sentences } from "@/lib/verifier/text/sentences";
import { TASK_VERBS } from "./task-verbs";

/** A range of an instruction that states a requirement, in UTF-16 units, and its kind. */
export interface RequirementSpan {
  start: number;
  end: number;
  /** The words of the instruction, unchanged. */
  text: string;
  kind: "question" | "task" | "constraint" | "prohibition";
}

/** Maximum length of an instruction that is parsed; the rest is left to people. */
const MAX_READ = 20_000;

/** Words before a requirement that require nothing themselves. */
const OPENING =
  /^(?:(?:please|kindly|then|also|and|but|next|finally|first|firstly|second|secondly|lastly|additionally|now|so|ok|okay|hi|hello|hey|just|always|in addition|your task is to|you are (?:asked|required|expected) to|i (?:want|need|would like|'d like) you to|(?:can|could|would|will) you(?: please)?|you (?:must|should|need to|have to|are to)|(?:be sure|remember|try|make sure) to|let'?s|help me(?: to)?)\b[\s,:]*)+/i;
const QUESTION_WORD =
  /^(?:who|whom|whose|what|which|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may|might)\b/i;
const PROHIBITION =
  /^(?:do not|don't|never|avoid|refrain from|without|no\b|not\b|exclude|omit|you (?:must|should|may) not|must not|should not)\b/i;
/** Openings of a request, whatever the verb. */
const REQUEST =
  /^(?:please|kindly|your task is to|you are (?:asked|required|expected) to|i (?:want|need|would like|'d like) you to|(?:can|could|would|will) you|you (?:must|should|need to|have to|are to)|help me)\b/i;
const OBLIGATION = /\b(?:should|must|needs? to be|has to be|have to be)\b/i;
/** Openings of a sentence whose task follows after a comma. */
const STARTING =
  /^(?:given|based on|using|in|on|for|from|with|after|before|as|by|if|when|to|assuming|considering|imagine|suppose|there|you are|once|while|taking|following)\b/i;
const CONSTRAINT =
  /^(?:use|keep|make sure|ensure|write as if|limit|stick|follow|include|mention|start|begin|end|finish|stay|be|maintain|adhere|the (?:response|output|answer|text|reply|tone|style)\b|your (?:response|output|answer|text|reply)\b|it (?:must|should|has to|needs to)\b|each\b|every\b|all\b|there (?:must|should)\b)/i;

/**
 * The spans of an instruction that state requirements, in order: sentences, split where a second task or a
 * constraint begins. Quoted text, code, addresses and the task's input contain no requirements.
 */
export function requirementSpans(instruction: string): RequirementSpan[] {
  const source = instruction.slice(0, MAX_READ);
  const masked = withoutMaterial(source);
  const found: RequirementSpan[] = [];
  for (const sentence of sentences(masked)) {
    for (const [start, end] of parted(masked, sentence.start, sentence.end)) {
      const span = trimmed(source, masked, start, end);
      if (span) found.push(span);
    }
  }
  return mergedShort(found, source);
}

const blank = (piece: string) => piece.replace(/[^\n]/g, " ");
/** Masks quotations, so that they contain no sentence ends or verbs of the instruction. */
const mask = (piece: string) =>
  `${piece[0] ?? ""}${piece.slice(1, -1).replace(/[^\n]/g, "_")}${piece.at(-1) ?? ""}`;

/** The instruction with its material blanked out, at the same length. */
function withoutMaterial(text: string): string {
  const bare = text
    .replace(/```[^`]*(?:```|$)/g, blank)
    .replace(/https?:\/\/\S+/g, (url) => "x".repeat(url.length))
    .replace(/"[^"\n]{1,2000}"|\u201c[^\u201d\n]{1,2000}\u201d/g, mask);
  return withoutLongBlocks(withoutInput(bare));
}

/** Blanks out what follows "Input:", "Passage:" or "the following text:", up to the end: a text may have blank lines. */
function withoutInput(text: string): string {
  const label =
    /(?:^|\n)[ \t]*(?:input|passage|text|article|context|document|paragraph|sentence|story|data|email|conversation|dialogue|transcript|code|review|question)[ \t]*:/gi;
  const introduced =
    /\bfollowing (?:\w+ ){0,3}(?:text|passage|article|paragraph|sentence|sentences|story|email|poem|review|conversation|dialogue|code|list|data|information|statement|statements|excerpt|input|document)\b(?:[^\n:.]|(?<=\b(?:mr|mrs|ms|dr|prof|st))\.){0,60}:/gi;
  let masked = text;
  for (const pattern of [label, introduced]) {
    masked = masked.replace(pattern, (found) => found.replace(/:$/, "\u0001"));
  }
  const at = masked.indexOf("\u0001");
  if (at < 0) return text;
  return `${text.slice(0, at + 1)}${blank(text.slice(at + 1))}`;
}

/** Blanks out later blocks of more than 60 words in which no line opens with a task: they are material. */
function withoutLongBlocks(text: string): string {
  const [first = "", ...others] = text.split(/(\n[ \t]*\n)/);
  return [first, ...others.map((block) => (isMaterial(block) ? blank(block) : block))].join("");
}

function isMaterial(block: string): boolean {
  if (block.trim().split(/\s+/).length <= 60) return false;
  return !sentences(block).some(({ text }) => {
    const bare = text.replace(OPENING, "");
    return TASK_VERBS.has(firstWord(bare)) || CONSTRAINT.test(text) || PROHIBITION.test(bare);
  });
}

const firstWord = (text: string) => /^[\s"'“(*_-]*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "";

/** Splits a sentence at semicolons, before a second imperative, and before verifiable phrases at its end. */
function parted(text: string, start: number, end: number): [number, number][] {
  const cuts = new Set<number>();
  const sentence = text.slice(start, end);
  for (const { index, 0: found } of sentence.matchAll(
    /;|,? (?:and then|but then|then|and also|and|but|also) |, (?=\w)/g,
  )) {
    const after = sentence.slice(index + found.length);
    const bare = after.replace(OPENING, "");
    const verb =
      TASK_VERBS.has(firstWord(bare)) &&
      !/^\w+(?:s|ing|ed)?\s*(?:,|$|and\b|or\b|of\b|is\b|are\b|for\b)/i.test(bare);
    if (found === ";" || (verb && found !== ", ") || /^(?:do not|don't|never|avoid|without)\b/i.test(bare)) {
      cuts.add(start + index + (found === ";" ? 1 : 0));
    }
  }
  for (const { start: at } of parseConstraints(sentence)) if (at > 0) cuts.add(start + at);
  const places = [start, ...[...cuts].sort((a, b) => a - b), end];
  return places.slice(1).map((to, i): [number, number] => [places[i] as number, to]);
}

/** A span without leading filler words and punctuation, or null when it requires nothing. */
function trimmed(source: string, masked: string, from: number, to: number): RequirementSpan | null {
  let start = from;
  let end = to;
  const lead =
    /^[\s,;:.\-*•]*(?:(?:and then|and also|but also|and|but|then|also)\b[\s,]*)?/i.exec(
      masked.slice(start, end),
    )?.[0] ?? "";
  start += lead.length;
  while (end > start && /[\s,;:]/.test(source[end - 1] as string)) end--;
  const text = source.slice(start, end);
  if (!/[\p{L}\p{N}]/u.test(masked.slice(start, end))) return null;
  const kind = kindOf(text);
  return kind && { start, end, text, kind };
}

/** The kind of requirement in a span, or null for a statement. */
function kindOf(text: string): RequirementSpan["kind"] | null {
  const bare = text.replace(OPENING, "");
  if (PROHIBITION.test(bare) || PROHIBITION.test(text)) return "prohibition";
  if (parseConstraints(text).some((one) => one.end - one.start >= text.trim().length - 2))
    return "constraint";
  if (/\?["”')]*$/.test(text) && !/^(?:can|could|would|will) you\b/i.test(text)) return "question";
  if (CONSTRAINT.test(text) || /^(?:make sure|ensure)\b/i.test(bare) || CONSTRAINT.test(bare))
    return "constraint";
  if (TASK_VERBS.has(firstWord(bare)) || (REQUEST.test(text) && bare !== "") || afterClause(text))
    return "task";
  if (OBLIGATION.test(text) && !/^(?:i|we|he|she|they)\b/i.test(text)) return "constraint";
  return QUESTION_WORD.test(text) && !/,/.test(text) ? "question" : null;
}

/** "Given the title, write …": a task after an introductory clause. */
function afterClause(text: string): boolean {
  return (
    STARTING.test(text) &&
    [...text.matchAll(/, (?:please |then |kindly |you (?:must|should|need to) )?([a-z]+)/gi)].some(
      ({ 1: verb }) => TASK_VERBS.has((verb ?? "").toLowerCase()),
    )
  );
}

/** Merges spans of fewer than three words into the one before, if only spaces are between. */
function mergedShort(spans: RequirementSpan[], source: string): RequirementSpan[] {
  const merged: RequirementSpan[] = [];
  for (const span of spans) {
    const before = merged.at(-1);
    const words = span.text.trim().split(/\s+/).length;
    const between = before ? source.slice(before.end, span.start) : "";
    if (before && words < 3 && !/[.!?\n]/.test(between) && parseConstraints(span.text).length === 0) {
      before.end = span.end;
      before.text = source.slice(before.start, span.end);
    } else merged.push({ ...span });
  }
  return merged;
}
