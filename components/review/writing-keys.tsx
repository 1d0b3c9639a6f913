"use client";

import { useTranslations } from "@/components/i18n/translations";

/** Shows the shortcuts that work while the annotator writes an item. */
export function WritingKeys() {
  const t = useTranslations();
  return <p className="pt-1 text-xs text-muted max-sm:hidden">{t("rubric.writing-keys")}</p>;
}
