"use client";

import clsx from "clsx";
import { createElement, type ReactNode } from "react";
import { useSay } from "@/components/language/speech";
import type { Say } from "@/lib/language/rules";
import { type Invisible, splitInvisible } from "./invisible";

/** Behind this many pieces, invisible characters are named in the text itself. */
const MOST_PIECES = 4_000;

/** A text as it is stored, character by character: what cannot be seen is named where it stands. */
export function Raw({ text }: { text: string }) {
  const say = useSay();
  const pieces = splitInvisible(text);
  const shown = pieces.slice(0, MOST_PIECES).map((piece) => toReact(piece, say));
  const rest = pieces
    .slice(MOST_PIECES)
    .map((piece) => (typeof piece === "string" ? piece : `[${piece.code}]`));
  return createElement("pre", { dir: "auto", className: "prose-raw" }, ...shown, rest.join(""));
}

function toReact(piece: string | Invisible, say: Say): ReactNode {
  if (typeof piece === "string") return piece;
  return (
    <span
      title={`${piece.code} ${say(piece.name)}`}
      className={clsx("prose-invisible", piece.reorders && "prose-reorders")}
    >
      {piece.code}
    </span>
  );
}
