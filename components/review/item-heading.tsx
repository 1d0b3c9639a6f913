import type { ReactNode } from "react";

interface ItemHeadingProps {
  number: number;
  name: string | null | undefined;
  text: string;
  /** Shown below the text. */
  children?: ReactNode;
}

/** Number, short name and text of an item or a question. */
export function ItemHeading({ number, name, text, children }: ItemHeadingProps) {
  return (
    <div className="flex gap-2.5">
      <span className="w-5 shrink-0 text-end text-muted tabular-nums">{number}</span>
      <div className="grid min-w-0 flex-1 gap-1">
        {name && (
          <h3 dir="auto" className="text-sm font-normal text-muted wrap-anywhere">
            {name}
          </h3>
        )}
        <p dir="auto" className="text-base font-medium wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
        {children}
      </div>
    </div>
  );
}
