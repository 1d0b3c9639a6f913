"use client";

import { useTranslations } from "@/components/i18n/translations";
import { useReviewWords } from "@/components/review/answer-labels";
import type { GoldAbout, GoldAnswer } from "@/lib/quality/schema";

/** Words for given, expected and drafted values, and for what they are about. */
export function useAnswerWording() {
  const t = useTranslations();
  const { value, preference } = useReviewWords();

  function answerText(about: GoldAbout, given: GoldAnswer | null): string {
    if (given === null) return t("after.no-value");
    return about === "preference" && typeof given !== "object" ? preference(given) : value(given);
  }

  /** The item's wording, or what stands for it. */
  function named(about: GoldAbout, item: string | null): string {
    if (item !== null) return item;
    if (about === "preference") return t("after.preference");
    return t(about === "value" ? "step.score" : "step.label-task");
  }

  return { answerText, named };
}
