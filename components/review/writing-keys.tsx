"use client";

import { useTranslations } from "@/components/i18n/translations";

/** What the keys do while one's own items are written. */
export function WritingKeys() {
  const t = useTranslations();
  return <p className="pt-1 text-xs text-muted max-sm:hidden">{t("rubric.writing-keys")}</p>;
}
