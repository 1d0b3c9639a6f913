import clsx from "clsx";
import type { ReactNode } from "react";

interface PageProps {
  /**
   * Narrow for text and forms, wide for side-by-side comparisons. Pages connected by tabs have the same
   * width, so that nothing jumps; a report among them is wide in print.
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

/** Content column of a page, with space between its parts. */
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
