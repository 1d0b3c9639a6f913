import clsx from "clsx";
import type { ReactNode } from "react";

interface PageProps {
  /**
   * Text to read or a form to fill in is narrow, what is compared side by side wide. Pages between which one goes by
   * tabs have the same width, so that nothing jumps; a report among them is wide on paper.
   */
  width?: "narrow" | "normal" | "report" | "wide";
  className?: string;
  children: ReactNode;
}

const widths = {
  narrow: "max-w-2xl",
  normal: "max-w-6xl",
  report: "max-w-6xl print-wide",
  wide: "max-w-[96rem] print-wide",
};

/** The column that a page's content stands in, with room between its parts. */
export function Page({ width = "normal", className, children }: PageProps) {
  return (
    <div
      className={clsx(
        "mx-auto grid w-full gap-6 px-4 pt-6 sm:px-6 print:block print:max-w-none print:space-y-6 print:p-0 [&>*]:min-w-0",
        widths[width],
        className,
      )}
    >
      {children}
    </div>
  );
}
