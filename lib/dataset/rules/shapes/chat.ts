import { JsonProblem, parseJson } from "@/lib/dataset/rules/json";
import type { Json } from "@/lib/dataset/schema";
import { isObject } from "./mapping";

/** One turn of a conversation. */
export interface Turn {
  role: string;
  content: string;
}

const ROLES: Record<string, string> = {
  human: "user",
  gpt: "assistant",
  bot: "assistant",
  model: "assistant",
};

/**
 * A conversation as data sets have it: a list of `{role, content}` or `{from, value}`, that list written as JSON
 * text, or a text with the markers "Human:" and "Assistant:". Null when it is none of them.
 */
export function turnsOf(given: Json | undefined): Turn[] | null {
  const list = listOf(given);
  if (list === null) return typeof given === "string" ? markedTurns(given) : null;
  const turns = list.map(turnOf);
  return turns.every((turn) => turn !== null) && turns.length > 0 ? turns : null;
}

function turnOf(given: Json): Turn | null {
  if (!isObject(given)) return null;
  const role = given.role ?? given.from;
  const content = contentOf(given.content ?? given.value);
  if (typeof role !== "string" || role === "" || content === null) return null;
  return { role: ROLES[role.toLowerCase()] ?? role, content };
}

/** A text, or the texts of a list of parts. */
function contentOf(given: Json | undefined): string | null {
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return null;
  const texts = given.map((part) => (isObject(part) && typeof part.text === "string" ? part.text : null));
  return texts.every((text) => text !== null) ? texts.join("\n") : null;
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

/** A list, or the list that a text in a cell is. */
export function listOf(given: Json | undefined): Json[] | null {
  if (Array.isArray(given)) return given;
  if (typeof given !== "string" || !/^\s*\[/.test(given)) return null;
  const parsed = parseJson(given.trim());
  return parsed instanceof JsonProblem || !Array.isArray(parsed.value) ? null : parsed.value;
}

/** A conversation as a task: what was asked last, the turns before it, and the answer if it ends with one. */
export function taskOf(turns: Turn[]): { instruction: string; messages: Turn[]; answer: string | null } {
  const last = turns.at(-1);
  const answer = last?.role === "assistant" ? last.content : null;
  const asked = answer === null ? turns : turns.slice(0, -1);
  const question = asked.at(-1);
  if (question?.role !== "user") return { instruction: "", messages: asked, answer };
  return { instruction: question.content, messages: asked.slice(0, -1), answer };
}
