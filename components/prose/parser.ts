import type { Root } from "hast";
import { hasFormulas } from "./math";
import type { Extras } from "./parse";

/** What reads markdown in the browser, with what this text takes besides. */
export interface Parser {
  extras: Extras;
  parse: (source: string) => Root | null;
}

const asked = new Map<string, Promise<Parser | null>>();

/**
 * For texts that no server has read: those being written, and long ones that somebody wants formatted. It comes when
 * the first of them is shown, and so do formulas and coloured code, which are larger than all the rest. Null for
 * whoever is offline, or between two versions.
 */
export function parserFor(source: string): Promise<Parser | null> {
  const typesets = hasFormulas(source) || /(```|~~~)\s*math/.test(source);
  const hasCode = /(```|~~~)[^\n`~]*\w/.test(source);
  const key = `${typesets} ${hasCode}`;
  const loading =
    asked.get(key) ??
    load(typesets, hasCode).catch(() => {
      asked.delete(key);
      return null;
    });
  asked.set(key, loading);
  return loading;
}

async function load(typesets: boolean, hasCode: boolean): Promise<Parser> {
  const [parseMarkdown, typeset, colour] = await Promise.all([
    import("./parse").then((module) => module.parseMarkdown),
    typesets ? import("rehype-katex").then((module) => module.default) : undefined,
    hasCode ? import("rehype-highlight").then((module) => module.default) : undefined,
  ]);
  const extras = { typeset, colour };
  return { extras, parse: (source) => parseMarkdown(source, extras) };
}
