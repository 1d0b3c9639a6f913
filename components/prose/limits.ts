import type { Root } from "hast";

/**
 * How much is formatted. Parsing, formulas and the browser's layout all have
 * inputs that take them minutes, so what is larger or denser than any honest
 * text is shown as it was written instead. Measured: the slowest input found
 * within these limits takes about half a second.
 */
export const PROSE_LIMITS = {
  /** Characters shown at all; the rest is announced. */
  shown: 1_000_000,
  /** Characters beyond which what is out of sight is laid out only when it is scrolled to. */
  long: 20_000,
  /** Characters of a text that the server reads: it has one thread for everybody. Longer ones the browser reads itself. */
  prepared: 20_000,
  /** Characters formatted without being asked. */
  formatted: 50_000,
  /** Characters formatted on request. */
  formattable: 200_000,
  /** Characters that can open or close something: brackets, stars, backticks. */
  delimiters: 8_000,
  /** Quotations and lists within each other. */
  nesting: 60,
  /** Elements of the result, and how deep they stand in each other. */
  nodes: 50_000,
  depth: 200,
  /** Characters of one formula, of all of them, and how many. */
  formula: 10_000,
  formulas: 30_000,
  formulaCount: 400,
  /** Characters of all code that is coloured. */
  colouredCode: 30_000,
} as const;

/** The result would be too large to lay out; the text is shown raw. */
export class TooLarge extends RangeError {}

const DELIMITER = /[[\]*_~`<>!$|]/g;
const DEEP = new RegExp(`^[ \\t]*(?:(?:[>*+-]|\\d{1,9}[.)])[ \\t]*){${PROSE_LIMITS.nesting},}`, "m");

/** Whether a text is formatted at once, only when asked, or never. */
export function formattingCost(text: string): "light" | "heavy" | "too-heavy" {
  if (text.length > PROSE_LIMITS.formattable || DEEP.test(text)) return "too-heavy";
  if (text.length > PROSE_LIMITS.formatted) return "heavy";
  return (text.match(DELIMITER)?.length ?? 0) > PROSE_LIMITS.delimiters ? "too-heavy" : "light";
}

/** Refuses a tree that is too large or too deep, before anything walks it recursively. */
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
