"use client";

import { useMemo } from "react";
import { useI18n } from "@/components/i18n/translations";
import { formatStatistic } from "@/components/ui/format";
import { LANGUAGES } from "@/lib/i18n/rules";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { isFlagCode } from "@/lib/review/schema/codes";
import type { UnitAnswer } from "@/lib/review/schema/document";

/** The workbench's words for values, preferences and flags. */
export function useReviewWords() {
  const { language, t } = useI18n();
  return useMemo(() => {
    function value(answer: UnitAnswer | string): string {
      if (typeof answer === "object")
        return answer.length === 0 ? t("label.none-of-them") : answer.join(", ");
      if (typeof answer === "number")
        return Number.isInteger(answer)
          ? String(answer)
          : formatStatistic(answer, 2, LANGUAGES[language].locale);
      const known = ANSWERS.find((one) => one === answer);
      return known ? t(`judge.${known}`) : answer;
    }

    /** A preference in words; a number of another scale unchanged. */
    function preference(answer: string | number): string {
      const known = PREFERENCES.find((one) => one === String(answer));
      return known ? t(`prefer.${known}`) : String(answer);
    }

    /** A value in the words of its unit. */
    function ofUnit(unit: string, answer: UnitAnswer | string): string {
      return unit === PREFERENCE && typeof answer !== "object" ? preference(answer) : value(answer);
    }

    /** Name of a flag; those from before flags had codes are called "Problem". */
    function flag(code: string): string {
      return isFlagCode(code) ? t(`flag.${code}`) : t("flag.problem");
    }

    return { value, preference, ofUnit, flag };
  }, [language, t]);
}

const ANSWERS = ["yes", "no", "na"] as const;
const PREFERENCES = ["1", "2", "3", "4", "5", "A", "B", "tie"] as const;
