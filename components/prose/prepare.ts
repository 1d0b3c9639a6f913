import { createHash } from "node:crypto";
import rehypeHighlight from "rehype-highlight";
import rehypeKatex from "rehype-katex";
import { formattingCost, PROSE_LIMITS } from "./limits";
import { parseMarkdown } from "./parse";
import { pack } from "./serialise";

const EXTRAS = { typeset: rehypeKatex, colour: rehypeHighlight };

/** Characters of prepared texts that a process keeps. Whoever needs more prepares again. */
const MOST_KEPT = 32_000_000;

const kept = new Map<string, string | null>();
let size = 0;

/**
 * An untrusted text ready to be shown, so that no browser has to read markdown: `Prose` takes it beside the text. Null
 * for what is not formatted unasked, nothing for what is left to the browser. What was prepared lately is not prepared
 * again.
 */
export function prepare(source: string): string | null | undefined {
  if (formattingCost(source) !== "light") return null;
  if (source.length > PROSE_LIMITS.prepared) return undefined;
  const key = createHash("sha256").update(source).digest("base64");
  const before = kept.get(key);
  if (before !== undefined) {
    kept.delete(key);
    kept.set(key, before);
    return before;
  }
  const tree = parseMarkdown(source, EXTRAS);
  const prepared = tree && pack(tree, source);
  kept.set(key, prepared);
  size += sizeOf(prepared);
  for (const [oldest, value] of kept) {
    if (size <= MOST_KEPT) break;
    kept.delete(oldest);
    size -= sizeOf(value);
  }
  return prepared;
}

/** For how long many texts are prepared without a look at what else there is to do, in milliseconds. */
const TURN = 50;

/** Many texts ready to be shown, by text. In between whatever else waits for this process has its turn. */
export async function prepareAll(
  sources: readonly string[],
): Promise<Map<string, ReturnType<typeof prepare>>> {
  const all = new Map<string, ReturnType<typeof prepare>>();
  let began = performance.now();
  for (const source of sources) {
    all.set(source, prepare(source));
    if (performance.now() - began < TURN) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
  return all;
}

/** With what the place itself takes. */
const sizeOf = (prepared: string | null) => 200 + (prepared?.length ?? 0);
