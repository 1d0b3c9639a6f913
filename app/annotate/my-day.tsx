"use client";

import { useTranslations } from "@/components/i18n/translations";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { type SubmittedWork, workSince } from "@/lib/review/rules/day-of-work";

interface MyDayProps {
  /** The annotator's submissions of the last two days. */
  work: readonly SubmittedWork[];
  /** Estimated assignments left, and minutes for them if known. */
  left: number;
  minutesLeft: number | null;
  /** When the server rendered the page. */
  now: string;
}

/**
 * Submissions since midnight, speed, and what is left. Computed in the browser, which knows the local
 * midnight; the server counts in UTC.
 */
export function MyDay({ work, left, minutesLeft, now }: MyDayProps) {
  const t = useTranslations();
  const isHydrated = useIsHydrated();
  // The browser's clock may be of another day: its first rendering is the server's.
  const midnight = isHydrated ? new Date() : new Date(now);
  if (isHydrated) midnight.setHours(0, 0, 0, 0);
  else midnight.setUTCHours(0, 0, 0, 0);
  const { submitted, activeMs, perHour } = workSince(work, midnight);
  const facts = [
    { name: t("day.submitted"), value: t("day.count", { count: submitted }) },
    { name: t("day.active"), value: t("day.minutes", { count: Math.round(activeMs / 60_000) }) },
    {
      name: t("day.pace"),
      value: perHour === null ? t("day.pace.none") : t("day.per-hour", { count: Math.round(perHour) }),
    },
    {
      name: t("day.left"),
      value: t("day.count", { count: left }),
      more: minutesLeft === null ? null : t("day.about-minutes", { count: minutesLeft }),
    },
  ];
  return (
    <section aria-labelledby="my-day" className="grid gap-2">
      <h2 id="my-day" className="text-sm text-muted">
        {t("day.title")}
      </h2>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-line sm:grid-cols-4">
        {facts.map(({ name, value, more }) => (
          <div key={name} className="grid content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
            {more && <dd className="text-xs text-muted tabular-nums">{more}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}
