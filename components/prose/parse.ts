import type { Root } from "hast";
import Markdown, { type Options } from "react-markdown";
import type rehypeHighlight from "rehype-highlight";
import type rehypeKatex from "rehype-katex";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import { limitColouring } from "./code";
import { htmlAsSource } from "./html-as-source";
import { limitTree } from "./limits";
import { keepNumbers, restoreLiterals } from "./literal";
import { KATEX, limitFormulas, withFormulas } from "./math";
import { ID_PREFIX, sanitise } from "./sanitise";
import { withoutGaps } from "./strip-whitespace";
import { keepCells } from "./tables";

/** Optional plugins: formula typesetting and syntax highlighting. */
export interface Extras {
  typeset?: typeof rehypeKatex;
  colour?: typeof rehypeHighlight;
}

type Plugins = NonNullable<Options["rehypePlugins"]>;

/**
 * Parses an untrusted text into a tree to display, or null if it would be too large. HTML is never parsed but
 * shown as source. The tree is limited before anything walks it, and sanitised at the end. Without the
 * extras, formulas and code stay as written. Characters that markdown would misread, as in amounts of money
 * or paths, are shown literally.
 */
export function parseMarkdown(source: string, { typeset, colour }: Extras): Root | null {
  const text = withFormulas(source);
  const formulas: Plugins = typeset ? [[typeset, KATEX]] : [];
  const code: Plugins = colour ? [[colour, { detect: false }]] : [];
  let parsed: Root | null = null;
  const capture =
    () =>
    (tree: Root): Root => {
      parsed = tree;
      return { type: "root", children: [] };
    };
  try {
    // The rendered elements are not used: the tree is captured before they are made.
    Markdown({
      children: text,
      remarkPlugins: [[remarkGfm, { singleTilde: false }], keepCells, remarkMath],
      remarkRehypeOptions: { clobberPrefix: ID_PREFIX },
      rehypePlugins: [
        limitTree,
        [restoreLiterals, { source, text }],
        [keepNumbers, { source }],
        htmlAsSource,
        withoutGaps,
        limitFormulas,
        ...formulas,
        limitColouring,
        ...code,
        // Wrapped, because the same plugin given twice would run only once.
        () => limitTree(),
        [sanitise, { idPrefix: ID_PREFIX }],
        capture,
      ],
    });
    return parsed;
  } catch (error) {
    // Includes a stack overflow, which a deeply nested text causes in the parser.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
