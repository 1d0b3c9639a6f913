"use client";

import { useI18n } from "@/components/i18n/translations";
import { LANGUAGES } from "@/lib/i18n/rules";
import { formatDate, formatDateTime, formatTime } from "./format";
import { useIsHydrated } from "./use-is-hydrated";

interface TimeProps {
  /** ISO 8601, so that server components can pass it. */
  at: string;
  show?: "date" | "time" | "datetime";
}

const formats = { date: formatDate, time: formatTime, datetime: formatDateTime };

/** A moment in the user's time zone; the server, which does not know it, renders UTC first. */
export function Time({ at, show = "datetime" }: TimeProps) {
  const { locale } = LANGUAGES[useI18n().language];
  const isHydrated = useIsHydrated();
  const date = new Date(at);
  const format = formats[show];
  return (
    // Server and browser may have different locale data; the browser's rendering wins.
    <time suppressHydrationWarning dateTime={at} title={`${formatDateTime(date, "UTC", locale)} UTC`}>
      {format(date, isHydrated ? undefined : "UTC", locale)}
    </time>
  );
}
