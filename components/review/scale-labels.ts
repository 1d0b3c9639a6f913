/** Widths of a container, by the name of the container query, in pixels. */
const ROOMS = [
  ["sm", 384],
  ["lg", 512],
  ["2xl", 672],
] as const;

export type Room = (typeof ROOMS)[number][0];

/** Of small letters, in pixels; those of Chinese, Japanese and Korean are twice as wide. */
const LETTER = 6.5;
/** Around a label and between two, in pixels. */
const SPACE = 18;
const MOST_LINES = 2;

/** How wide a row of points has to be to carry a label under each; null where that is wider than any row is. */
export function roomFor(labels: readonly string[]): Room | null {
  const column = Math.max(...labels.map(widthOf)) + SPACE;
  return ROOMS.find(([, width]) => column * labels.length <= width)?.[0] ?? null;
}

/** Of a label broken into lines: no word is broken, and there are at most so many. */
function widthOf(label: string): number {
  const words = label.split(/\s+/).map((word) => [...word].reduce((sum, letter) => sum + cells(letter), 0));
  const isWide = /[\u3000-\u9fff\uac00-\ud7af]/.test(label);
  const whole = words.reduce((sum, word) => sum + word + 1, -1);
  return Math.max(Math.ceil(whole / MOST_LINES) + 1, isWide ? 2 : Math.max(...words)) * LETTER;
}

const cells = (letter: string) =>
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(letter) ? 2 : 1;
