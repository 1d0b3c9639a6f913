import type { Root } from "hast";
import { type Child, element, type Parent, setChildren, textNode } from "./tree";

const INLINE_PARENTS = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "a",
  "em",
  "strong",
  "del",
  "td",
  "th",
]);

/** Turns HTML in a text into its visible source. It is never parsed, here or later. */
export function htmlAsSource() {
  return (tree: Root) => show(tree);
}

function show(parent: Parent): void {
  const inline = parent.type === "element" && INLINE_PARENTS.has(parent.tagName);
  const children = parent.children.map((child): Child => {
    if (child.type === "element") show(child);
    // Raw HTML nodes have this type; the tree's types do not know it.
    if (!("value" in child) || String(child.type) !== "raw") return child;
    const source = element("code", {}, { ...textNode(child.value), position: child.position });
    return inline ? source : element("pre", {}, source);
  });
  setChildren(parent, children);
}
