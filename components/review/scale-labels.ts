/** Widths of a container, by the name of the container query, in pixels. */
const ROOMS = [
  ["sm", 384],
  ["lg", 512],
  ["2xl", 672],
] as const;

export type Room = (typeof ROOMS)[number][0];

/**
 * Approximate width of lower case letters, in pixels; Chinese, Japanese and Korean ones are twice as wide.
 */
const LETTER = 6.5;
/** Padding around a label, in pixels. */
const SPACE = 18;
const MOST_LINES = 2;

/**
 * The container width from which a row of points has room to label each of them; null if even the widest
 * container has too little.
 */
export function roomFor(labels: readonly string[]): Room | null {
  const column = Math.max(...labels.map(widthOf)) + SPACE;
  return ROOMS.find(([, width]) => column * labels.length <= width)?.[0] ?? null;
}

/** Width of a label broken into at most so many lines, without breaking words. */
function widthOf(label: string): number {
  const words = label.split(/\s+/).map((word) => [...word].reduce((sum, letter) => sum + cells(letter), 0));
  const isWide = /[\u3000-\u9fff\uac00-\ud7af]/.test(label);
  const whole = words.reduce((sum, word) => sum + word + 1, -1);
  return Math.max(Math.ceil(whole / MOST_LINES) + 1, isWide ? 2 : Math.max(...words)) * LETTER;
}

const cells = (letter: string) =>
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(letter) ? 2 : 1;
