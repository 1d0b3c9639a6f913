"use client";

import { useTranslations } from "@/components/i18n/translations";
import { useReviewWords } from "@/components/review/answer-labels";
import type { GoldAbout, GoldAnswer } from "@/lib/quality/schema";

/** How what was given, expected or drafted is said, and what it was about. */
export function useAnswerWording() {
  const t = useTranslations();
  const { value, preference } = useReviewWords();

  function said(about: GoldAbout, given: GoldAnswer | null): string {
    if (given === null) return t("after.no-value");
    return about === "preference" && typeof given !== "object" ? preference(given) : value(given);
  }

  /** The item's words; without one what stands in its place. */
  function named(about: GoldAbout, item: string | null): string {
    if (item !== null) return item;
    if (about === "preference") return t("after.preference");
    return t(about === "value" ? "step.score" : "step.label-task");
  }

  return { said, named };
}
