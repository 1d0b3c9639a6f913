"use client";

import { useI18n } from "@/components/i18n/translations";
import { LANGUAGES } from "@/lib/i18n/rules";
import { formatDate, formatDateTime, formatTime } from "./format";
import { useIsHydrated } from "./use-is-hydrated";

interface TimeProps {
  /** A moment as ISO 8601 text, so that a server component can pass it on. */
  at: string;
  show?: "date" | "time" | "datetime";
}

const formats = { date: formatDate, time: formatTime, datetime: formatDateTime };

/** A moment in the reader's own time zone; the server, which does not know it, writes UTC first. */
export function Time({ at, show = "datetime" }: TimeProps) {
  const { locale } = LANGUAGES[useI18n().language];
  const isHydrated = useIsHydrated();
  const date = new Date(at);
  const format = formats[show];
  return (
    // Server and browser may write a language's dates from data of different years; the browser has the last word.
    <time suppressHydrationWarning dateTime={at} title={`${formatDateTime(date, "UTC", locale)} UTC`}>
      {format(date, isHydrated ? undefined : "UTC", locale)}
    </time>
  );
}
