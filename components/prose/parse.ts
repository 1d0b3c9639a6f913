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

/** What typesets formulas and what colours code. */
export interface Extras {
  typeset?: typeof rehypeKatex;
  colour?: typeof rehypeHighlight;
}

type Plugins = NonNullable<Options["rehypePlugins"]>;

/**
 * An untrusted text as a tree of what it is to look like, or null when that would be too large to show. HTML is never
 * parsed: it comes out as its own source. The tree is limited before anything walks it, and cleaned after everything
 * has. Without the extras, formulas and code are left as they were written. What is written is shown: a mark that means
 * nothing to markdown, as in an amount of money or a path, is not taken for one that does.
 */
export function parseMarkdown(source: string, { typeset, colour }: Extras): Root | null {
  const text = withFormulas(source);
  const formulas: Plugins = typeset ? [[typeset, KATEX]] : [];
  const code: Plugins = colour ? [[colour, { detect: false }]] : [];
  let parsed: Root | null = null;
  const keep =
    () =>
    (tree: Root): Root => {
      parsed = tree;
      return { type: "root", children: [] };
    };
  try {
    // Its elements are not asked for: the tree is kept before it makes any.
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
        // Under a name of its own: the same plugin given twice would run once.
        () => limitTree(),
        [sanitise, { idPrefix: ID_PREFIX }],
        keep,
      ],
    });
    return parsed;
  } catch (error) {
    // Also the stack's own limit, which a deep enough text reaches inside the parser.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
