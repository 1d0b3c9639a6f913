import type { Root, Text } from "hast";
import { createContext, useContext } from "react";
import { type Invisible, splitInvisible } from "./invisible";
import { type Child, classNamesOf, element, type Parent, setChildren, textNode } from "./tree";

/** Marks beyond this count are not drawn: they would only slow down the page. */
const MOST_MARKS = 2_000;

/** Page-wide setting for showing invisible characters; null where each text has its own. */
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
 * Wraps each invisible character in an element that names it. The character itself stays and the style sheet
 * paints the name, so that copying, quoting and counting see the original text. Does nothing without
 * `nameOf`.
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
