import type rehypeHighlight from "rehype-highlight";
import type rehypeKatex from "rehype-katex";
import { usesDollars, withDollars } from "./math";

/** What typesets formulas and colours code: larger than all the rest, and asked for only by texts that have some. */
export interface Extras {
  typeset?: typeof rehypeKatex;
  colour?: typeof rehypeHighlight;
}

const asked = new Map<string, Promise<Extras>>();

/** What this text takes to be formatted in full; null when it takes nothing more. */
export function extrasFor(text: string): Promise<Extras> | null {
  const source = withDollars(text);
  const hasFormulas = source.includes("$$") || usesDollars(source) || /(```|~~~)\s*math/.test(source);
  const hasCode = /(```|~~~)[^\n`~]*\w/.test(source);
  if (!hasFormulas && !hasCode) return null;
  const key = `${hasFormulas} ${hasCode}`;
  const loading = asked.get(key) ?? load(hasFormulas, hasCode);
  asked.set(key, loading);
  return loading;
}

/** Whoever is offline, or between two versions, reads formulas and code as they were written. */
async function load(hasFormulas: boolean, hasCode: boolean): Promise<Extras> {
  try {
    const [typeset, colour] = await Promise.all([
      hasFormulas ? import("rehype-katex").then((module) => module.default) : undefined,
      hasCode ? import("rehype-highlight").then((module) => module.default) : undefined,
    ]);
    return { typeset, colour };
  } catch {
    return {};
  }
}
