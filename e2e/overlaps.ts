import type { Page } from "@playwright/test";

/** Texts in sight that something else lies on, as a button that did not wrap. Bars that stay in place are above what scrolls. */
export function checkOverlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** In a bar that the text is not part of. */
    const isAbove = (element: Element | null, text: Element): boolean =>
      element !== null &&
      (["fixed", "sticky"].includes(getComputedStyle(element).position)
        ? !element.contains(text)
        : isAbove(element.parentElement, text));
    const isClipped = (element: Element | null, x: number, y: number): boolean => {
      if (!element) return false;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isOutside = x < left || x > right || y < top || y > bottom;
      const { overflow } = getComputedStyle(element);
      return (overflow !== "visible" && isOutside) || isClipped(element.parentElement, x, y);
    };
    // A link whose target is its whole row, by a transparent layer, has its own box elsewhere.
    const isThere = (element: Element, x: number, y: number) =>
      [...element.getClientRects()].some(
        ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
      );
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const y = box.top + box.height / 2;
        for (const x of [box.left + 2, box.left + box.width / 2, box.right - 2]) {
          const hit = document.elementFromPoint(x, y);
          if (!hit || hit.contains(parent) || parent.contains(hit)) continue;
          if (!isThere(hit, x, y) || isAbove(hit, parent) || isClipped(parent, x, y)) continue;
          found.push(`“${node.textContent?.trim().slice(0, 60)}” below ${hit.outerHTML.slice(0, 120)}`);
        }
      }
    }
    return [...new Set(found)].slice(0, 5);
  });
}
