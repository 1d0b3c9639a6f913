"use client";

import { useI18n } from "@/components/i18n/translations";
import type { RuleEvidence, RuleFinding } from "@/lib/drafting/schema/notes";

/**
 * Describes rule evidence in the reader's language; null where nothing of it is translated, or in English.
 */
export function useRuleEvidence(): (evidence: RuleEvidence) => string | null {
  const { language, t } = useI18n();

  function part(finding: RuleFinding): string {
    if ("words" in finding) return finding.words;
    const { code, n, m, text, unit } = finding;
    return t(`rules.found.${code}`, { n, m, text, unit: unit === null ? "" : t(`rules.unit.${unit}`) });
  }

  return ({ parts, counts, loose }) => {
    const known = [...parts, ...(loose ? [loose] : [])].some((finding) => "code" in finding);
    if (language === "en" || !known) return null;
    const countsText = counts === null ? "" : ` (${counts})`;
    return [`${parts.map(part).join("; ")}${countsText}.`, ...(loose ? [`${part(loose)}.`] : [])].join(" ");
  };
}
