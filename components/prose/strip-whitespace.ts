import type { Root } from "hast";
import { type Parent, setChildren } from "./tree";

/**
 * Takes out the line breaks that stand between elements and in no text. A line of a text ends where its author ended it,
 * so those would be seen as well: behind a break that is there already, and around what stands in a list.
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
