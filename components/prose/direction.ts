import type { Child, Parent } from "./tree";

/** Letters that run from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Characters searched for a letter; without one, the page's direction applies. */
const FURTHEST = 500;

/**
 * Direction of a list, quotation or table: that of its first letter. `dir="auto"` skips paragraphs that have
 * a direction of their own. Undefined where no letter decides.
 */
export function directionOf(parent: Parent): "ltr" | "rtl" | undefined {
  let left = FURTHEST;
  function look(children: readonly Child[]): "ltr" | "rtl" | undefined {
    for (const child of children) {
      if (left <= 0) return undefined;
      if (child.type === "element") {
        const found = child.tagName === "pre" ? undefined : look(child.children);
        if (found) return found;
      } else if (child.type === "text") {
        const letter = /\p{L}/u.exec(child.value.slice(0, left))?.[0];
        if (letter) return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
        left -= child.value.length;
      }
    }
    return undefined;
  }
  return look(parent.children);
}
