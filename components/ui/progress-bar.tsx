"use client";

import clsx from "clsx";
import { useTranslations } from "@/components/i18n/translations";

interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  value: number;
  max: number;
  /** The amount in words; without it, "12 of 40". */
  text?: string;
  tone?: "accent" | "positive" | "warning" | "danger";
  className?: string;
}

const fills = { accent: "bg-accent", positive: "bg-positive", warning: "bg-warning", danger: "bg-danger" };

/** A thin progress bar. */
export function ProgressBar({ label, value, max, text, tone = "accent", className }: ProgressBarProps) {
  const t = useTranslations();
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text ?? t("ui.some-of", { done: value, total: max })}
      className={clsx("h-1.5 w-full min-w-12 overflow-hidden rounded-full bg-line", className)}
    >
      <div className={clsx("h-full rounded-full", fills[tone])} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
