"use client";

import clsx from "clsx";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";

/** State that a text's marks share with a list of their sources beside it. */
interface MarkState {
  /** Highlight ids by position; marks refer to these positions. */
  ids: readonly string[];
  active: string | null;
  onHover?: (id: string | null) => void;
}

export const MarkContext = createContext<MarkState>({ ids: [], active: null });

interface MarkProps {
  "data-quotes"?: string;
  "data-first"?: string;
  children?: ReactNode;
}

/** A passage quoted as evidence; the active one stands out and is scrolled into view. */
export function Mark({ "data-quotes": quotes = "", "data-first": first = "", children }: MarkProps) {
  const { ids, active, onHover } = useContext(MarkContext);
  const mark = useRef<HTMLElement>(null);
  const own = quotes.split(" ").map((index) => ids[Number(index)]);
  const isActive = active !== null && own.includes(active);
  const leads = isActive && first.split(" ").some((index) => index !== "" && ids[Number(index)] === active);

  useEffect(() => {
    if (leads) mark.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [leads]);

  return (
    <mark
      ref={mark}
      data-active={isActive || undefined}
      onPointerEnter={onHover && (() => onHover(own[0] ?? null))}
      onPointerLeave={onHover && (() => onHover(null))}
      className={clsx(
        "scroll-my-16 rounded-[2px] text-inherit transition-colors",
        isActive
          ? "bg-mark-active underline decoration-2 underline-offset-3"
          : "bg-mark underline decoration-dotted underline-offset-3",
      )}
    >
      {children}
    </mark>
  );
}
