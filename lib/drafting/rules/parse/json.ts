import { jsonrepair } from "jsonrepair";
import type { z } from "zod";
import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { parseReadable } from "./marker";

interface Options<T> {
  rationale?: ((value: T) => string) | undefined;
  /** The bracket that the answer's JSON begins with. */
  open?: "{" | "[" | undefined;
  /** Refuses an answer with two fields of one name in one object: of these, parsers keep the last alone. */
  isNamedOnce?: boolean;
}

/**
 * The first balanced JSON object in an answer, with superfluous commas removed (flagged), checked against the
 * schema including ranges.
 */
export function parseJsonAnswer<T>(
  schema: z.ZodType<T>,
  { rationale = () => "", open = "{", isNamedOnce = false }: Options<T> = {},
): (answer: ModelAnswer) => ParseResult<T> {
  return (answer) =>
    parseReadable(answer, ({ text }) => {
      const span = firstBalanced(text, open);
      if (!span) return { ok: false, code: answer.finishReason === "length" ? "truncated" : "invalid_json" };
      const found = parsed(text.slice(...span));
      if (!found) return { ok: false, code: "invalid_json" };
      if (isNamedOnce && hasNameTwice(found.json)) return { ok: false, code: "wrong_arity" };
      const checked = schema.safeParse(found.value);
      if (!checked.success) return { ok: false, code: "schema" };
      return {
        ok: true,
        value: checked.data,
        rationale: rationale(checked.data),
        span,
        flags: found.repaired ? ["repaired"] : [],
      };
    });
}

/** The value of a JSON text; `json` is the text that it was parsed from, repaired where that was necessary. */
function parsed(text: string): { value: unknown; json: string; repaired: boolean } | null {
  try {
    return { value: JSON.parse(text), json: text, repaired: false };
  } catch {
    try {
      const json = jsonrepair(text);
      return { value: JSON.parse(json), json, repaired: true };
    } catch {
      return null;
    }
  }
}

/**
 * True if an object of a valid JSON text, at any depth, has two fields of one name. `parseStrictJson` finds these as well,
 * but ends at the first problem, and an answer may have another one before, such as NUL or half of a surrogate pair.
 */
function hasNameTwice(json: string): boolean {
  /** The names so far in each object and array around the place. */
  const around: Set<string>[] = [];
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === "{" || character === "[") around.push(new Set());
    else if (character === "}" || character === "]") around.pop();
    else if (character === '"') {
      const end = endOfString(json, at) + 1;
      AS_NAME.lastIndex = end;
      if (AS_NAME.test(json)) {
        // Escapes are other spellings of the same name.
        const name: string = JSON.parse(json.slice(at, end));
        const names = around.at(-1);
        if (names?.has(name)) return true;
        names?.add(name);
      }
      at = end - 1;
    }
  }
  return false;
}

/** Follows a string that names a field. */
const AS_NAME = /\s*:/y;

/** The range of the first balanced object or array. Brackets inside strings do not count. */
function firstBalanced(text: string, open: "{" | "["): [number, number] | null {
  const from = text.indexOf(open);
  if (from === -1) return null;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      depth--;
      if (depth === 0) return [from, at + 1];
    }
  }
  return null;
}

/** The place of the quote that closes the string opened at `from`; the text's end where none does. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
