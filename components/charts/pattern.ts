/** Four fills that can be distinguished without colour: plain, slanted, dotted, crossed. */
export type Pattern = "solid" | "slanted" | "dotted" | "crossed";

interface PatternBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Distance between lines or dots, in pixels. */
const STEP = 6;
/** Their distance from the edge, which may be rounded. */
const INSET = 1;

/** Fill attributes of the pattern's background. */
export function groundOf(pattern: Pattern): { fillOpacity: number } {
  return { fillOpacity: pattern === "solid" ? 0.5 : 0.16 };
}

/** Stroke attributes of the pattern's lines and dots. */
export function strokeOf(pattern: Pattern) {
  return {
    fill: "none",
    strokeOpacity: 0.7,
    strokeWidth: pattern === "dotted" ? 2 : 1.4,
    strokeLinecap: pattern === "dotted" ? "round" : "butt",
  } as const;
}

/**
 * SVG path of a pattern's lines or dots within a box; empty for a plain fill. Drawn out rather than as an SVG
 * pattern, because PDF writers store each use of a pattern as a bitmap and other programs do not support
 * them.
 */
export function strokesIn(pattern: Pattern, { x, y, width, height }: PatternBox): string {
  const box = { x: x + INSET, y: y + INSET, width: width - 2 * INSET, height: height - 2 * INSET };
  if (box.width <= 0 || box.height <= 0) return "";
  switch (pattern) {
    case "solid":
      return "";
    case "slanted":
      return rising(box).join("");
    case "crossed":
      return [...rising(box), ...falling(box)].join("");
    case "dotted":
      return [...dots(box, STEP / 4), ...dots(box, (3 * STEP) / 4)].join("");
  }
}

/** Lines along which x + y is constant. */
function rising({ x, y, width, height }: PatternBox): string[] {
  return stepsIn(x + y, x + y + width + height).map((sum) => {
    const left = Math.max(x, sum - y - height);
    const right = Math.min(x + width, sum - y);
    return line(left, sum - left, right, sum - right);
  });
}

/** Lines along which x - y is constant. */
function falling({ x, y, width, height }: PatternBox): string[] {
  return stepsIn(x - y - height, x - y + width).map((difference) => {
    const left = Math.max(x, y + difference);
    const right = Math.min(x + width, y + height + difference);
    return line(left, left - difference, right, right - difference);
  });
}

/** Dots, drawn as near-zero-length lines with round caps. */
function dots({ x, y, width, height }: PatternBox, offset: number): string[] {
  const across = stepsIn(x - offset + 1, x - offset + width - 1);
  const down = stepsIn(y - offset + 1, y - offset + height - 1);
  return down.flatMap((row) =>
    across.map((column) => `M${short(column + offset)},${short(row + offset)}h.01`),
  );
}

/** Multiples of the step between two numbers. */
function stepsIn(from: number, to: number): number[] {
  const first = Math.ceil(from / STEP);
  return Array.from({ length: Math.max(0, Math.floor(to / STEP) - first + 1) }, (_, n) => (first + n) * STEP);
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `M${short(x1)},${short(y1)}L${short(x2)},${short(y2)}`;
}

function short(number: number): string {
  return String(Math.round(number * 100) / 100);
}
