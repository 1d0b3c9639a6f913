import clsx from "clsx";
import { createElement, type ReactNode } from "react";
import { type Invisible, splitInvisible } from "./invisible";

/** Behind this many pieces, invisible characters are named in the text itself. */
const MOST_PIECES = 4_000;

/** A text as it is stored, character by character: what cannot be seen is named where it stands. */
export function Raw({ text }: { text: string }) {
  const pieces = splitInvisible(text);
  const shown = pieces.slice(0, MOST_PIECES).map(toReact);
  const rest = pieces
    .slice(MOST_PIECES)
    .map((piece) => (typeof piece === "string" ? piece : `[${piece.code}]`));
  return createElement("pre", { dir: "auto", className: "prose-raw" }, ...shown, rest.join(""));
}

function toReact(piece: string | Invisible): ReactNode {
  if (typeof piece === "string") return piece;
  return (
    <span
      title={`${piece.code} ${piece.name}`}
      className={clsx("prose-invisible", piece.reorders && "prose-reorders")}
    >
      {piece.code}
    </span>
  );
}
