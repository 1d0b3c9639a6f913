import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TranslationsProvider } from "@/components/i18n/translations";
import ar from "@/lib/i18n/dictionaries/ar.json" with { type: "json" };
import de from "@/lib/i18n/dictionaries/de.json" with { type: "json" };
import { en } from "@/lib/i18n/english";
import type { Dictionary } from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";
import { readEvidence } from "@/lib/review/stimulus/rule-evidence";
import { useRuleEvidence } from "./rule-evidence";

const dictionaries: Partial<Record<Language, Dictionary>> = { en, de, ar };

function Evidence({ line }: { line: string }) {
  return useRuleEvidence()(readEvidence(line));
}

function evidenceText(language: Language, line: string): string {
  const dictionary = dictionaries[language] ?? en;
  return renderToStaticMarkup(
    <TranslationsProvider words={{ language, dictionary }}>
      <Evidence line={line} />
    </TranslationsProvider>,
  );
}

const LINE =
  "9 to 10 words; asked for fewer than 12 (uax29: 9, regex: 10). It would hold without the first line.";

test("evidence is shown in the reader's language, with its numbers", () => {
  expect(evidenceText("de", LINE)).toBe(
    "Wörter: 9–10; verlangt: weniger als 12 (uax29: 9, regex: 10). Ohne die erste Zeile träfe es zu.",
  );
  expect(evidenceText("ar", LINE)).toContain("المطلوب أقل من");
});

test("evidence is not translated when it is English or has no known wording", () => {
  expect(evidenceText("en", LINE)).toBe("");
  expect(evidenceText("de", "It names the topic.")).toBe("");
  expect(evidenceText("de", "It is so; valid JSON.")).toBe("It is so; gültiges JSON.");
});
