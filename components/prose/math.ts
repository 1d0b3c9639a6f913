import type { Element, Root } from "hast";
import { LIMITS } from "./limits";
import { classesOf, mapElements, textOf } from "./tree";

/** What KaTeX may do with a formula: typeset it, at a bounded size, and nothing else. */
export const KATEX = { trust: false, strict: "ignore", maxExpand: 1000, maxSize: 20 } as const;

/**
 * Models write formulas between `\(…\)` and `\[…\]` as often as between
 * dollars. Both become double dollars of the same length, so that offsets into
 * the text stay what they were. Code is left alone.
 */
export function withDollars(source: string): string {
  if (!/\\[([]/.test(source)) return source;
  return source
    .split(/(```[\s\S]*?(?:```|$)|`[^`\n]*`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/\\\(([^\n]+?)\\\)|\\\[([\s\S]+?)\\\]/g, dollars),
    )
    .join("");
}

function dollars(_: string, inline: string | undefined, display: string | undefined): string {
  return `$$${inline ?? display ?? ""}$$`;
}

/**
 * Whether single dollars stand around formulas. Between amounts of money they
 * do not, and a text that was turned into a formula can no longer be judged.
 */
export function usesDollars(source: string): boolean {
  return /(?<![\\$\w])\$(?!\s)(?:[^$\n]*[\\^_{}=<>][^$\n]*|[a-zA-Z])(?<!\s)\$(?![\w$])/.test(source);
}

/** Leaves formulas that are too long, or too many, as the code they were written as. */
export function limitFormulas() {
  return (tree: Root) => {
    let length = 0;
    let count = 0;
    mapElements(tree, (node) => {
      if (!isFormula(node)) return undefined;
      const own = textOf(node).length;
      length += own;
      count += 1;
      if (own > LIMITS.formula || length > LIMITS.formulas || count > LIMITS.formulaCount) {
        node.properties.className = [];
      }
      return undefined;
    });
  };
}

function isFormula(node: Element): boolean {
  return classesOf(node).some((name) => ["math-inline", "math-display", "language-math"].includes(name));
}
