import clsx from "clsx";
import type { ReactNode } from "react";

export type Tone = "neutral" | "accent" | "positive" | "warning" | "danger";

interface BadgeProps {
  tone?: Tone;
  /** A dot or an icon in front. */
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

const tones: Record<Tone, string> = {
  neutral: "border-line bg-sunken text-muted",
  accent: "border-accent-line bg-accent-soft text-accent",
  positive: "border-positive-line bg-positive-soft text-positive",
  warning: "border-warning-line bg-warning-soft text-warning",
  danger: "border-danger-line bg-danger-soft text-danger",
};

/** A state in a word. The word carries the meaning, the colour repeats it. */
export function Badge({ tone = "neutral", icon, children, className }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex h-5 items-center gap-1 rounded-sm border px-1.5 text-xs font-medium whitespace-nowrap",
        "[&_svg]:size-3 [&_svg]:shrink-0",
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
