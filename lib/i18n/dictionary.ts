import "server-only";
import ar from "@/lib/i18n/dictionaries/ar.json" with { type: "json" };
import de from "@/lib/i18n/dictionaries/de.json" with { type: "json" };
import es from "@/lib/i18n/dictionaries/es.json" with { type: "json" };
import zh from "@/lib/i18n/dictionaries/zh.json" with { type: "json" };
import { en } from "@/lib/i18n/english";
import type { Dictionary } from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";

const DICTIONARIES: Record<Language, Dictionary> = { en, de, es, zh, ar };

/** All texts in one language. A page includes only its own language. */
export function dictionaryOf(language: Language): Dictionary {
  return DICTIONARIES[language];
}
