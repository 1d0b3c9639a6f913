export type ScreenBox = { left: number; top: number; width: number; height: number };

const MARGIN = 16;
const STEP = 8;

/**
 * Finds a position in the window for a box without overlapping controls: as close to the bottom end corner as
 * possible, searching upwards, then on the other side, in the middle, and everywhere else. Null if there is none.
 */
export function findFreePosition(
  size: Pick<ScreenBox, "width" | "height">,
  window: Pick<ScreenBox, "width" | "height">,
  controls: readonly ScreenBox[],
  isRightToLeft = false,
): Pick<ScreenBox, "left" | "top"> | null {
  const right = Math.max(0, window.width - size.width - MARGIN);
  const left = Math.min(MARGIN, right);
  const leftEdges = Array.from({ length: Math.floor((right - left) / STEP) }, (_, n) => right - n * STEP);
  const sides = isRightToLeft ? [left, right] : [right, left];
  const rest = isRightToLeft ? leftEdges.toReversed() : leftEdges;
  for (const side of new Set([...sides, (right + left) / 2, ...rest])) {
    for (let top = window.height - size.height - MARGIN; top >= 0; top -= STEP) {
      // Field by field: the fields of a DOMRect belong to its class, and a spread would lose them.
      const place = { left: side, top, width: size.width, height: size.height };
      if (!controls.some((control) => overlap(place, control))) return { left: side, top };
    }
  }
  return null;
}

export const overlap = (a: ScreenBox, b: ScreenBox) =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;
