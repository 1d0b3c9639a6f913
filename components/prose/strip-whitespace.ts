import type { Root } from "hast";
import { type Parent, setChildren } from "./tree";

/**
 * Removes line breaks between block elements. CSS preserves the author's line breaks, so these would show
 * too: after an existing break, and around list content.
 */
export function withoutGaps() {
  return (tree: Root) => close(tree);
}

function close(parent: Parent): void {
  if (parent.type === "element" && (parent.tagName === "pre" || parent.tagName === "code")) return;
  setChildren(
    parent,
    parent.children.filter((child) => {
      if (child.type === "element") close(child);
      return child.type !== "text" || child.value !== "\n" || child.position !== undefined;
    }),
  );
}
