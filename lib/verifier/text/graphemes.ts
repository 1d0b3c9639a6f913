import { classAt, MARK, SPACE, widthAt } from "./classes";

/** Texts up to this length are segmented by Intl.Segmenter, which follows the standard. */
const SEGMENTED = 2000;

let segmenter: Intl.Segmenter | undefined;

/** Characters as a reader sees them, with and without white space. Longer texts by a linear scan. */
export function graphemes(text: string): { with_spaces: number; without_spaces: number } {
  let all = 0;
  let spaces = 0;
  if (text.length <= SEGMENTED) {
    segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
    for (let from = 0; from < text.length; ) {
      for (const { segment } of segmenter.segment(text.slice(from))) {
        all++;
        if (classAt(segment, 0) & SPACE) spaces++;
      }
      from = text.length;
    }
    return { with_spaces: all, without_spaces: all - spaces };
  }
  let joined = false;
  let flags = 0;
  for (let i = 0; i < text.length; i += widthAt(text, i)) {
    const unit = text.charCodeAt(i);
    if (unit === 10 && text.charCodeAt(i - 1) === 13) continue;
    const classes = classAt(text, i);
    if (classes & MARK && unit !== 0xad && i > 0) {
      joined = unit === 0x200d;
      continue;
    }
    if (unit > 0xd7ff && unit < 0xdc00) {
      const point = text.codePointAt(i) ?? 0;
      if (point >= 0x1f3fb && point <= 0x1f3ff && i > 0) continue;
      if (point >= 0x1f1e6 && point <= 0x1f1ff) {
        flags++;
        if (flags % 2 === 0) continue;
      } else flags = 0;
    } else flags = 0;
    const glued =
      joined && (unit > 0xd7ff || unit === 0x2640 || unit === 0x2642 || (unit > 0x25ff && unit < 0x27c0));
    joined = false;
    if (glued) continue;
    all++;
    if (classes & SPACE) spaces++;
  }
  return { with_spaces: all, without_spaces: all - spaces };
}
