import "server-only";
import { ar } from "@/lib/i18n/dictionaries/ar";
import { de } from "@/lib/i18n/dictionaries/de";
import { en } from "@/lib/i18n/dictionaries/en";
import { es } from "@/lib/i18n/dictionaries/es";
import { zh } from "@/lib/i18n/dictionaries/zh";
import type { Dictionary } from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";

const DICTIONARIES: Record<Language, Dictionary> = { en, de, es, zh, ar };

/** Every text in one language. A page takes along the one it speaks; all of them never leave the server. */
export function dictionaryOf(language: Language): Dictionary {
  return DICTIONARIES[language];
}
