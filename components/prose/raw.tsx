"use client";

import clsx from "clsx";
import { createElement, memo, type ReactNode } from "react";
import { useTranslations } from "@/components/i18n/translations";
import type { Translate } from "@/lib/i18n/rules";
import { type Invisible, splitInvisible } from "./invisible";

/** After this many pieces, invisible characters become plain text: `[U+200B]`. */
const MOST_PIECES = 4_000;

/** Characters of a long text per block; off-screen blocks are laid out when scrolled to. */
const BLOCK = 20_000;

/** A text as stored, character by character, with invisible characters named in place. */
export const Raw = memo(function Raw({ text }: { text: string }) {
  const t = useTranslations();
  if (text.length > 2 * BLOCK) {
    const blocks = blocksOf(text).map((block, n) =>
      // Blocks never move, so their index identifies them.
      createElement("span", { key: n, className: "prose-block" }, ...shownIn(block, MOST_PIECES / 10, t)),
    );
    return createElement("pre", { dir: "auto", className: "prose-raw" }, blocks);
  }
  return createElement("pre", { dir: "auto", className: "prose-raw" }, ...shownIn(text, MOST_PIECES, t));
});

/** Splits a text into blocks of whole lines and similar size. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end =
      start + BLOCK < text.length ? text.indexOf("\n", start + BLOCK) + 1 || text.length : text.length;
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}

function shownIn(text: string, most: number, t: Translate): ReactNode[] {
  const pieces = splitInvisible(text);
  const rest = pieces.slice(most).map((piece) => (typeof piece === "string" ? piece : `[${piece.code}]`));
  return [...pieces.slice(0, most).map((piece) => toReact(piece, t)), rest.join("")];
}

function toReact(piece: string | Invisible, t: Translate): ReactNode {
  if (typeof piece === "string") return piece;
  return (
    <span
      title={`${piece.code} ${t(piece.name)}`}
      className={clsx("prose-invisible", piece.reorders && "prose-reorders")}
    >
      {piece.code}
    </span>
  );
}
