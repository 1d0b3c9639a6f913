import type { Root, Text } from "hast";
import { createContext, useContext } from "react";
import { type Invisible, splitInvisible } from "./invisible";
import { type Child, classNamesOf, element, type Parent, setChildren, textNode } from "./tree";

/** Behind this many a text is a wall of marks, and every further one a burden to the page. */
const MOST_MARKS = 2_000;

/** Whether the texts of a page show what cannot be seen, for all of them at once; null where each decides itself. */
export interface InvisibleMarks {
  shown: boolean;
  toggle: () => void;
}

const InvisibleContext = createContext<InvisibleMarks | null>(null);

export const InvisibleProvider = InvisibleContext.Provider;

export function useInvisibleMarks(): InvisibleMarks | null {
  return useContext(InvisibleContext);
}

/**
 * Puts each invisible character into an element that names it. The character stays where it is and the name is
 * painted by the style sheet, so that what is copied, quoted and counted is the text as it was written. Without
 * names nothing is marked.
 */
export function markInvisible({ nameOf }: { nameOf: ((character: Invisible) => string) | undefined }) {
  return (tree: Root) => {
    if (!nameOf) return;
    let left = MOST_MARKS;
    const visit = (parent: Parent) => {
      const children = parent.children.flatMap((child): Child[] => {
        if (child.type === "element" && !classNamesOf(child).includes("katex")) visit(child);
        if (child.type !== "text" || left <= 0) return [child];
        const pieces = split(child, nameOf, left);
        left -= pieces.length >> 1;
        return pieces;
      });
      setChildren(parent, children);
    };
    visit(tree);
  };
}

function split(node: Text, nameOf: (character: Invisible) => string, most: number): Child[] {
  const pieces = splitInvisible(node.value);
  if (pieces.length === 1 && typeof pieces[0] === "string") return [node];
  let marks = 0;
  let at = 0;
  return pieces.map((piece) => {
    const length = typeof piece === "string" ? piece.length : piece.character.length;
    const value = node.value.slice(at, at + length);
    at += length;
    if (typeof piece === "string" || ++marks > most) return textNode(value);
    const look = piece.reorders ? ["prose-hidden", "prose-reorders"] : ["prose-hidden"];
    const name = `${piece.code} ${nameOf(piece)}`;
    return element("span", { className: look, dataMark: name, title: name }, textNode(value));
  });
}
