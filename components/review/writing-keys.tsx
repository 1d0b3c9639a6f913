"use client";

import { useTranslations } from "@/components/i18n/translations";

/** Keys that work while own items are written. */
export function WritingKeys() {
  const t = useTranslations();
  return <p className="pt-1 text-xs text-muted max-sm:hidden">{t("rubric.writing-keys")}</p>;
}
