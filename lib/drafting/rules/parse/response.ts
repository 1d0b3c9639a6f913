import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { unreadableCode, withoutFence } from "./normalise";

/**
 * A generated response, verbatim: only blank lines around it and the model's reasoning before it are removed. A
 * response that was cut off is none.
 */
export function parseResponse(answer: ModelAnswer): ParseResult<string> {
  const { text, reasoning, from } = afterThinking(answer.text);
  const body = withoutBlankLines(text);
  const code = unreadableCode(answer, body.trim());
  if (code) return { ok: false, code };
  if (answer.finishReason === "length") return { ok: false, code: "truncated" };
  const at = from + text.indexOf(body);
  return { ok: true, value: body, rationale: reasoning, span: [at, at + body.length], flags: [] };
}

const PLAN = /^[ \t>*_#]*plan[ \t*_]*[:：]/i;
const ANSWER =
  /^[ \t]*#{0,6}[ \t]*(?:(\*\*|__|\*|_)answer(?:[:：]\1|\1[ \t]*[:：])|answer[ \t]*[:：])[ \t]*/i;

/**
 * "Plan: …", "Answer: <new response>". The response is everything after the first such marker at the start of a line
 * that follows the plan, verbatim without the blank lines around it: it may contain further markers.
 */
export function parsePlanAnswer(answer: ModelAnswer): ParseResult<string> {
  const { text, from } = afterThinking(answer.text);
  const whole = withoutFence(text.trim());
  const code = unreadableCode(answer, whole.trim());
  if (code) return { ok: false, code };
  if (answer.finishReason === "length") return { ok: false, code: "truncated" };
  const lines = whole.split("\n");
  const plan = lines.findIndex((line) => PLAN.test(line.slice(0, LONGEST_MARKER)));
  if (plan === -1) return { ok: false, code: "no_marker" };
  const after = lines.findIndex((line, at) => at > plan && ANSWER.test(line.slice(0, LONGEST_MARKER)));
  const marked = lines[after];
  if (marked === undefined) return { ok: false, code: "no_marker" };
  const first = marked.slice(ANSWER.exec(marked)?.[0].length ?? 0);
  const body = withoutBlankLines([first, ...lines.slice(after + 1)].join("\n"));
  if (body.trim() === "") return { ok: false, code: "bad_value" };
  const planned = lines
    .slice(plan, after)
    .join("\n")
    .replace(PLAN, "")
    .replace(/^[ \t*_]+/, "")
    .trim();
  const at = from + text.lastIndexOf(body);
  return { ok: true, value: body, rationale: planned, span: [at, at + body.length], flags: [] };
}

const LONGEST_MARKER = 80;

/** Without blank lines before and after; the first line keeps its indentation. */
function withoutBlankLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}

const OPENED = /^[\s\uFEFF]*<think>/i;
const CLOSED = /<\/think>/i;

/**
 * The text after the reasoning at its start: `<think>…</think>`, or everything before a lone `</think>` where the
 * server opened the block. An unclosed block at the start is all there is.
 */
function afterThinking(raw: string): { text: string; reasoning: string; from: number } {
  const text = raw.replace(/\r\n?/g, "\n");
  const thoughts: string[] = [];
  let from = 0;
  for (;;) {
    const rest = text.slice(from);
    const opened = OPENED.exec(rest);
    const closed = CLOSED.exec(rest);
    if (opened && !closed) return { text: "", reasoning: rest.slice(opened[0].length), from: text.length };
    const isStray = !opened && closed !== null && thoughts.length === 0 && !/<think>/i.test(rest);
    if (!closed || !(opened || isStray)) return { text: rest, reasoning: thoughts.join("\n"), from };
    thoughts.push(rest.slice(opened?.[0].length ?? 0, closed.index).trim());
    from += closed.index + closed[0].length;
  }
}
