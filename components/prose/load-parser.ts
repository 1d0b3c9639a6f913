import type { Root } from "hast";
import { hasFormulas } from "./math";
import type { Extras } from "./parse";

/** The browser's markdown parser with the extras a text needs. */
interface Parser {
  extras: Extras;
  parse: (source: string) => Root | null;
}

const parsers = new Map<string, Promise<Parser | null>>();

/**
 * Loads the parser for texts that the server did not prepare: drafts being written, and long ones a user
 * wants formatted. Formulas and syntax highlighting are separate, larger downloads. Resolves to null if
 * offline, or if a new version was deployed meanwhile.
 */
export function loadParser(source: string): Promise<Parser | null> {
  const typesets = hasFormulas(source) || /(```|~~~)\s*math/.test(source);
  const hasCode = /(```|~~~)[^\n`~]*\w/.test(source);
  const key = `${typesets} ${hasCode}`;
  const loading =
    parsers.get(key) ??
    load(typesets, hasCode).catch(() => {
      parsers.delete(key);
      return null;
    });
  parsers.set(key, loading);
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
