import type { ReactElement } from "react";
import rehypeHighlight from "rehype-highlight";
import rehypeKatex from "rehype-katex";
import { type FormatOptions, formatTree } from "../format";
import { type Extras, parseMarkdown } from "../parse";
import { deserialise, pack } from "../serialise";

const EXTRAS = { typeset: rehypeKatex, colour: rehypeHighlight };

/** Formats a text as in production: parsed on the server, sent as a string, rendered in the browser. */
export function formatPrepared(
  source: string,
  { extras = EXTRAS, ...options }: Omit<FormatOptions, "source"> & { extras?: Extras },
): ReactElement | null {
  const tree = parseMarkdown(source, extras);
  const arrived = tree && deserialise(pack(tree, source), source);
  return arrived && formatTree(arrived, { source, ...options });
}
