import { JsonProblem, parseStrictJson } from "@/lib/formats/json";
import type { Json, JsonObject } from "@/lib/formats/json-value";
import { isObject } from "./mapping";

/** One turn of a conversation. */
export interface Turn {
  role: string;
  content: string;
  /** Parts that the text cannot contain: tool calls as written, and parts that are not text. */
  metadata?: JsonObject;
}

const ROLES: Record<string, string> = {
  human: "user",
  gpt: "assistant",
  bot: "assistant",
  model: "assistant",
};

/**
 * A conversation in common dataset formats: a list of `{role, content}` or `{from, value}`, that list as JSON
 * text, or a text with the markers "Human:" and "Assistant:". Null when it is none of them.
 */
export function turnsOf(given: Json | undefined): Turn[] | null {
  const list = parseList(given);
  if (list === null) return typeof given === "string" ? markedTurns(given) : null;
  const turns = list.map(turnOf);
  return turns.every((turn) => turn !== null) && turns.length > 0 ? turns : null;
}

function turnOf(given: Json): Turn | null {
  if (!isObject(given)) return null;
  const role = given.role ?? given.from;
  const text = textOfTurn(given);
  if (typeof role !== "string" || role === "" || text === null) return null;
  const { content } = given;
  const isTextOnly = !Array.isArray(content) || content.every((part) => isObject(part) && isText(part));
  const unreadParts = ["tool_calls", "function_call", "tool_call_id", "name"].flatMap((key) =>
    given[key] === undefined || given[key] === null ? [] : [[key, given[key]] as const],
  );
  if (!isTextOnly && Array.isArray(content)) unreadParts.push(["parts", content]);
  const turn = { role: ROLES[role.toLowerCase()] ?? role, content: text };
  return unreadParts.length === 0 ? turn : { ...turn, metadata: Object.fromEntries(unreadParts) };
}

/** A turn as text: its text, its tool calls, and a placeholder for each other part. */
export function textOfTurn(given: JsonObject): string | null {
  const answerText = contentOf(given.content ?? given.value);
  const calls = callsOf(given);
  if (answerText === null && calls.length === 0)
    return typeof given.refusal === "string" ? given.refusal : null;
  return [answerText ?? "", ...calls].filter((part) => part !== "").join("\n\n");
}

/** A text, or a list of parts. */
function contentOf(given: Json | undefined): string | null {
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return null;
  const texts = given.map((part) => (isObject(part) ? partOf(part) : typeof part === "string" ? part : null));
  return texts.every((text) => text !== null) ? texts.join("\n") : null;
}

function isText(part: JsonObject): boolean {
  return typeof part.text === "string";
}

/** A part of a turn as text; null for unknown kinds. */
function partOf(part: JsonObject): string | null {
  const { type } = part;
  if (typeof part.text === "string") return part.text;
  if (type === "refusal" && typeof part.refusal === "string") return part.refusal;
  if (type === "tool_use") return callText(part.name, part.input);
  if (type === "tool_result") return contentOf(part.content) ?? "";
  if (typeof type !== "string") return null;
  const image = isObject(part.image_url) ? part.image_url.url : part.image_url;
  if (typeof image === "string" && /^https?:/i.test(image)) return `[image: ${image}]`;
  const file = isObject(part.file) ? (part.file.filename ?? part.file.file_id) : undefined;
  return typeof file === "string" ? `[file: ${file}]` : `[${type.replace(/^input_|_url$/g, "")}]`;
}

function callsOf({ tool_calls: calls, function_call: single }: JsonObject): string[] {
  const called = Array.isArray(calls)
    ? calls.map((call) => (isObject(call) && isObject(call.function) ? call.function : call))
    : isObject(single)
      ? [single]
      : [];
  return called.flatMap((call) =>
    isObject(call) ? [callText(call.name, call.arguments ?? call.input)] : [],
  );
}

/** A tool call as code, with its arguments as written. */
function callText(name: Json | undefined, given: Json | undefined): string {
  const written = typeof given === "string" ? given : JSON.stringify(given ?? {}, null, 2);
  return `\`\`\`json\n${typeof name === "string" ? name : "tool"}(${written})\n\`\`\``;
}

const MARK = /(?:^|\n\n)(Human|Assistant): ?/g;

function markedTurns(text: string): Turn[] | null {
  const marks = [...text.matchAll(MARK)];
  if (marks.length === 0 || text.slice(0, marks[0]?.index).trim() !== "") return null;
  return marks.map((mark, n) => ({
    role: mark[1] === "Human" ? "user" : "assistant",
    content: text.slice(mark.index + mark[0].length, marks[n + 1]?.index).trim(),
  }));
}

/** A list, also as JSON text in a cell. */
export function parseList(given: Json | undefined): Json[] | null {
  if (Array.isArray(given)) return given;
  if (typeof given !== "string" || !/^\s*\[/.test(given)) return null;
  const parsed = parseStrictJson(given.trim());
  return parsed instanceof JsonProblem || !Array.isArray(parsed.value) ? null : parsed.value;
}

/** A conversation as a task: the last request, the turns before it, and the answer if it ends with one. */
export function taskOf(turns: Turn[]): { instruction: string; messages: Turn[]; answer: string | null } {
  const last = turns.at(-1);
  const answer = last?.role === "assistant" ? last.content : null;
  const promptTurns = answer === null ? turns : turns.slice(0, -1);
  const question = promptTurns.at(-1);
  if (question?.role !== "user") return { instruction: "", messages: promptTurns, answer };
  return { instruction: question.content, messages: promptTurns.slice(0, -1), answer };
}
