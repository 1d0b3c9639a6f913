import type { Root } from "hast";

/**
 * Limits on formatting. Parsing, formulas and browser layout all have inputs that take minutes, so texts
 * larger or denser than real ones are shown raw. Measured: the slowest input found within these limits takes
 * about half a second.
 */
export const PROSE_LIMITS = {
  /** Characters shown at all; a notice says how many are left out. */
  shown: 1_000_000,
  /** Characters above which off-screen parts are laid out only when scrolled to. */
  long: 20_000,
  /**
   * Characters up to which the server parses a text; its one thread serves everyone. The browser parses
   * longer ones.
   */
  prepared: 20_000,
  /** Characters formatted automatically. */
  formatted: 50_000,
  /** Characters formatted on request. */
  formattable: 200_000,
  /** Delimiter characters: brackets, stars, backticks. */
  delimiters: 8_000,
  /** Nesting depth of quotations and lists. */
  nesting: 60,
  /** Elements in the result, and their depth. */
  nodes: 50_000,
  depth: 200,
  /** Characters of one formula, of all formulas, and their number. */
  formula: 10_000,
  formulas: 30_000,
  formulaCount: 400,
  /** Characters of code that are syntax-highlighted. */
  colouredCode: 30_000,
} as const;

/** Thrown when the result would be too large to lay out; the text is then shown raw. */
class TooLarge extends RangeError {}

const DELIMITER = /[[\]*_~`<>!$|]/g;
const DEEP = new RegExp(`^[ \\t]*(?:(?:[>*+-]|\\d{1,9}[.)])[ \\t]*){${PROSE_LIMITS.nesting},}`, "m");

/** The cost of formatting a text: light (formatted automatically), heavy (only on request) or too heavy. */
export function formattingCost(text: string): "light" | "heavy" | "too-heavy" {
  if (text.length > PROSE_LIMITS.formattable || DEEP.test(text)) return "too-heavy";
  if (text.length > PROSE_LIMITS.formatted) return "heavy";
  return (text.match(DELIMITER)?.length ?? 0) > PROSE_LIMITS.delimiters ? "too-heavy" : "light";
}

/** Rejects a tree that is too large or too deep, before anything walks it recursively. */
export function limitTree() {
  return (tree: Root) => {
    let nodes = 0;
    const open: { children: readonly unknown[]; depth: number }[] = [{ children: tree.children, depth: 1 }];
    for (let top = open.pop(); top; top = open.pop()) {
      nodes += top.children.length;
      if (nodes > PROSE_LIMITS.nodes) throw new TooLarge("too many elements");
      if (top.depth > PROSE_LIMITS.depth) throw new TooLarge("elements too deep in each other");
      for (const child of top.children) {
        if (
          typeof child === "object" &&
          child !== null &&
          "children" in child &&
          Array.isArray(child.children)
        ) {
          open.push({ children: child.children, depth: top.depth + 1 });
        }
      }
    }
  };
}
