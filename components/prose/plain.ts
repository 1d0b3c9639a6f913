import type { Element, Root } from "hast";
import { createElement, Fragment, type ReactNode } from "react";
import type { Invisible } from "./invisible";
import { markInvisible } from "./invisible-marks";
import { Mark } from "./marks";
import { type Highlight, markQuotes } from "./quotes";
import { type Child, classNamesOf, element } from "./tree";

/** A text exactly as written, line by line, with its quoted parts marked. */
export function formatPlain(
  source: string,
  highlights: readonly Highlight[],
  nameOf?: (character: Invisible) => string,
): ReactNode {
  const tree: Root = { type: "root", children: paragraphs(source) };
  markQuotes({ source, highlights })(tree);
  markInvisible({ nameOf })(tree);
  return createElement(Fragment, null, ...tree.children.map(toReact));
}

function toReact(node: Child): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const children = node.children.map(toReact);
  if (node.tagName === "p") return createElement("p", { dir: "auto", className: "prose-plain" }, ...children);
  const { dataQuotes, dataFirst, dataMark } = node.properties;
  if (node.tagName === "span") {
    const props = {
      className: classNamesOf(node).join(" "),
      title: String(dataMark),
      "data-mark": String(dataMark),
    };
    return createElement("span", props, ...children);
  }
  return createElement(
    Mark,
    { "data-quotes": String(dataQuotes), "data-first": dataFirst ? String(dataFirst) : undefined },
    ...children,
  );
}

/** Splits a text at blank lines, so that each paragraph gets its own direction. */
function paragraphs(source: string): Element[] {
  const found: Element[] = [];
  let start = 0;
  for (const part of source.split(/(\n(?:[ \t]*\n)+)/)) {
    if (part.trim() !== "") {
      const point = { line: 1, column: 1, offset: start };
      found.push(element("p", {}, { type: "text", value: part, position: { start: point, end: point } }));
    }
    start += part.length;
  }
  return found;
}
