import { jsonrepair } from "jsonrepair";
import type { z } from "zod";
import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { parseReadable } from "./marker";

/**
 * The first balanced JSON object in an answer, with superfluous commas removed (flagged), checked against the
 * schema including ranges.
 */
export function parseJsonAnswer<T>(
  schema: z.ZodType<T>,
  rationale: (value: T) => string = () => "",
  open: "{" | "[" = "{",
): (answer: ModelAnswer) => ParseResult<T> {
  return (answer) =>
    parseReadable(answer, ({ text }) => {
      const span = firstBalanced(text, open);
      if (!span) return { ok: false, code: answer.finishReason === "length" ? "truncated" : "invalid_json" };
      const found = parsed(text.slice(...span));
      if (!found) return { ok: false, code: "invalid_json" };
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

function parsed(text: string): { value: unknown; repaired: boolean } | null {
  try {
    return { value: JSON.parse(text), repaired: false };
  } catch {
    try {
      return { value: JSON.parse(jsonrepair(text)), repaired: true };
    } catch {
      return null;
    }
  }
}

/** The range of the first balanced object or array. Brackets inside strings do not count. */
function firstBalanced(text: string, open: "{" | "["): [number, number] | null {
  const from = text.indexOf(open);
  if (from === -1) return null;
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      depth--;
      if (depth === 0) return [from, at + 1];
    }
  }
  return null;
}
