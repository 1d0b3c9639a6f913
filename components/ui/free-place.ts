export type ScreenBox = { left: number; top: number; width: number; height: number };

const MARGIN = 16;
const STEP = 8;

/**
 * Where a box of this size can lie in a window without touching any of the others: as near to the lower end corner as
 * can be, upwards along that side first, then along the other. Null where there is no such place.
 */
export function findFreePlace(
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
