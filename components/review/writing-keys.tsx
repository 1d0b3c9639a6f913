"use client";

import { useSay } from "@/components/i18n/translations";

/** What the keys do while one's own items are written. */
export function WritingKeys() {
  const say = useSay();
  return <p className="pt-1 text-xs text-muted max-sm:hidden">{say("rubric.writing-keys")}</p>;
}
