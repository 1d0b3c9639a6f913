export type ScreenBox = { left: number; top: number; width: number; height: number };

const MARGIN = 16;
const STEP = 8;

/**
 * Finds a position in the window for a box without overlapping others: as close to the bottom end corner as
 * possible, searching upwards, then sideways. Null if there is none.
 */
export function findFreePosition(
  size: Pick<ScreenBox, "width" | "height">,
  window: Pick<ScreenBox, "width" | "height">,
  others: readonly ScreenBox[],
  isRightToLeft = false,
): Pick<ScreenBox, "left" | "top"> | null {
  const right = Math.max(0, window.width - size.width - MARGIN);
  const left = Math.min(MARGIN, right);
  const sides = isRightToLeft ? [left, right] : [right, left];
  for (const side of new Set([...sides, (right + left) / 2])) {
    for (let top = window.height - size.height - MARGIN; top >= 0; top -= STEP) {
      const place = { left: side, top, ...size };
      if (!others.some((other) => overlap(place, other))) return { left: side, top };
    }
  }
  return null;
}

export const overlap = (a: ScreenBox, b: ScreenBox) =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height;
