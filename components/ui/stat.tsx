import clsx from "clsx";
import type { ReactNode } from "react";
import { DASH } from "./format";
import { InfoTip } from "./info-tip";

type StatProps = {
  label: string;
  /** The meaning of the number, behind an ⓘ. */
  tip?: ReactNode;
  /** Basis of the number: raters, units, and exposure. */
  basis: ReactNode;
  size?: "md" | "lg";
  className?: string;
} & (
  | {
      /** The formatted number. */ value: string;
      interval?: string /** The level: "95 %". */;
      level?: string;
    }
  | { value: null /** Why there is no number. */; reason: string }
);

/** A number with its basis. An undefined one is a dash with its reason, never 0. */
export function Stat({ label, tip, basis, size = "md", className, ...figure }: StatProps) {
  return (
    <div className={clsx("grid content-start gap-0.5", className)}>
      <p className="flex items-center gap-1 text-sm text-muted">
        {label}
        {tip && <InfoTip about={label}>{tip}</InfoTip>}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className={clsx("font-semibold tracking-tight", size === "lg" ? "text-2xl" : "text-xl")}>
          {figure.value ?? DASH}
        </span>
        {figure.value === null ? (
          <span className="text-sm text-muted">{figure.reason}</span>
        ) : (
          figure.interval && (
            <span className="text-sm text-muted">
              {figure.interval}
              {figure.level && <span className="sr-only">, {figure.level} interval</span>}
            </span>
          )
        )}
      </p>
      <p className="text-xs text-muted tabular-nums">{basis}</p>
    </div>
  );
}
