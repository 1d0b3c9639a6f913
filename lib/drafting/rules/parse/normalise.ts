import { withoutHiddenTags } from "@/lib/drafting/rules/hidden-tags";
import type { ModelAnswer } from "@/lib/drafting/schema";
import type { ParseCode } from "@/lib/drafting/schema/parse-code";

/** An answer in the form that parsers read, with the model's reasoning separated. */
export interface Normalised {
  text: string;
  reasoning: string;
}

// BOM, zero-width spaces and joiners, soft hyphen, word joiner: they hide markers.
const INVISIBLE = /[\uFEFF\u200B-\u200D\u2060\u00AD]/g;

/**
 * Normalises line ends and Unicode (NFC), removes invisible characters, separates `<think>…</think>`, strips
 * a code fence around the whole text, and trims. The stored raw text is never changed.
 */
export function normalise(raw: string): Normalised {
  const plain = withoutHiddenTags(raw.replace(/\r\n?/g, "\n").normalize("NFC").replace(INVISIBLE, "")).trim();
  const { text, reasoning } = withoutThinking(plain);
  return { text: withoutFence(text.trim()).trim(), reasoning: reasoning.trim() };
}

/** Closed blocks anywhere; an unclosed one only at the start, where it includes the rest. */
function withoutThinking(text: string): { text: string; reasoning: string } {
  const open = "<think>";
  const close = "</think>";
  const lower = text.toLowerCase();
  const lines: string[] = [];
  const thought: string[] = [];
  let at = 0;
  for (;;) {
    const from = lower.indexOf(open, at);
    if (from === -1) break;
    const to = lower.indexOf(close, from + open.length);
    if (to === -1) {
      if (text.slice(0, from).trim() !== "") break;
      thought.push(text.slice(from + open.length));
      return { text: "", reasoning: thought.join("\n") };
    }
    lines.push(text.slice(at, from));
    thought.push(text.slice(from + open.length, to));
    at = to + close.length;
  }
  lines.push(text.slice(at));
  // A template may have opened the block before the model began to write.
  const rest = lines.join("");
  const stray = thought.length === 0 ? rest.toLowerCase().indexOf(close) : -1;
  if (stray === -1) return { text: rest, reasoning: thought.join("\n") };
  return { text: rest.slice(stray + close.length), reasoning: rest.slice(0, stray) };
}

/** Strips a fence only if it contains the whole text: inner fences are part of the answer. */
export function withoutFence(text: string): string {
  if (!text.startsWith("```") || !text.endsWith("```") || text.length < 7) return text;
  const firstLine = text.indexOf("\n");
  if (firstLine === -1) return text;
  const label = text.slice(3, firstLine).trim();
  if (/[\s`]/.test(label)) return text;
  const body = text.slice(firstLine + 1, -3);
  return body.includes("```") ? text : body;
}

/** Why an answer is unreadable before parsing; null when it is readable. */
export function unreadableCode(answer: ModelAnswer, text: string): ParseCode | null {
  if (answer.promptCut) return "prompt_cut";
  if (answer.refusal || answer.finishReason === "content-filter") return "refusal";
  if (text === "") return answer.finishReason === "length" ? "truncated" : "empty";
  return null;
}
