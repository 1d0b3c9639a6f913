import { groundOf, type Pattern, strokeOf, strokesIn } from "./pattern";

const BOX = { x: 1, y: 1, width: 12, height: 12 };

/** A square filled with a pattern, for a legend. */
export function PatternSwatch({ colour, pattern }: { colour: string; pattern: Pattern }) {
  return (
    <>
      <rect {...BOX} rx="2" fill={colour} {...groundOf(pattern)} stroke={colour} />
      <path d={strokesIn(pattern, BOX)} stroke={colour} {...strokeOf(pattern)} />
    </>
  );
}
