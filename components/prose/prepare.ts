import { createHash } from "node:crypto";
import rehypeHighlight from "rehype-highlight";
import rehypeKatex from "rehype-katex";
import { formattingCost, PROSE_LIMITS } from "./limits";
import { parseMarkdown } from "./parse";
import { pack } from "./serialise";

const EXTRAS = { typeset: rehypeKatex, colour: rehypeHighlight };

/** Capacity of the per-process cache, in characters; evicted texts are prepared again. */
const CACHE_LIMIT = 32_000_000;

const cache = new Map<string, string | null>();
let size = 0;

/**
 * Parses an untrusted text on the server, so that the browser needs no parser; passed to `Prose` beside the
 * text. Null for texts not formatted automatically, undefined for those left to the browser. Results are
 * cached.
 */
export function prepare(source: string): string | null | undefined {
  if (formattingCost(source) !== "light") return null;
  if (source.length > PROSE_LIMITS.prepared) return undefined;
  const key = createHash("sha256").update(source).digest("base64");
  const before = cache.get(key);
  if (before !== undefined) {
    cache.delete(key);
    cache.set(key, before);
    return before;
  }
  const tree = parseMarkdown(source, EXTRAS);
  const prepared = tree && pack(tree, source);
  cache.set(key, prepared);
  size += sizeOf(prepared);
  for (const [oldest, value] of cache) {
    if (size <= CACHE_LIMIT) break;
    cache.delete(oldest);
    size -= sizeOf(value);
  }
  return prepared;
}

/** Longest time to prepare texts before yielding to the event loop, in milliseconds. */
const TURN = 50;

/** Prepares many texts, keyed by text, yielding to other work in between. */
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

/** Approximate size of a cache entry, with its overhead. */
const sizeOf = (prepared: string | null) => 200 + (prepared?.length ?? 0);
