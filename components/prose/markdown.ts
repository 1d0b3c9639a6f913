import type { ReactElement } from "react";
import Markdown, { type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import { limitColouring } from "./code";
import type { Extras } from "./extras";
import { htmlAsSource } from "./html-as-source";
import type { Invisible } from "./invisible";
import { markInvisible } from "./invisible-marks";
import { limitTree } from "./limits";
import { KATEX, limitFormulas, usesDollars, withDollars } from "./math";
import { parts } from "./parts";
import { type Highlight, markQuotes } from "./quotes";
import { sanitise } from "./sanitise";

type Plugins = NonNullable<Options["rehypePlugins"]>;

interface MarkdownOptions {
  highlights: readonly Highlight[];
  /** Sets this text's ids apart from those of the page and of other texts. */
  idPrefix: string;
  /** Names what cannot be seen where it stands; nothing does when this is left out. */
  nameOf?: (character: Invisible) => string;
  /** Without them, formulas and code are shown as they were written. */
  extras?: Extras;
}

/**
 * An untrusted text as React elements, or null when the result would be too
 * large to show. HTML is never parsed: it comes out as its own source. The
 * tree is limited before anything walks it, and cleaned after everything has.
 */
export function formatMarkdown(
  source: string,
  { highlights, idPrefix, nameOf, extras: { typeset, colour } = {} }: MarkdownOptions,
): ReactElement | null {
  const text = withDollars(source);
  const formulas: Plugins = typeset ? [[typeset, KATEX]] : [];
  const code: Plugins = colour ? [[colour, { detect: false }]] : [];
  try {
    return Markdown({
      children: text,
      remarkPlugins: [remarkGfm, [remarkMath, { singleDollarTextMath: usesDollars(text) }]],
      remarkRehypeOptions: { clobberPrefix: idPrefix },
      rehypePlugins: [
        limitTree,
        htmlAsSource,
        limitFormulas,
        ...formulas,
        limitColouring,
        ...code,
        limitTree,
        [markQuotes, { source, highlights }],
        [sanitise, { idPrefix }],
        [markInvisible, { nameOf }],
      ],
      // The cleaning above decides about addresses, and knows more about them.
      urlTransform: (url) => url,
      components: parts,
    });
  } catch (error) {
    // Also the stack's own limit, which a deep enough text reaches inside the parser.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
