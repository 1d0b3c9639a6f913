import "server-only";
import { ar } from "@/lib/language/dictionaries/ar";
import { de } from "@/lib/language/dictionaries/de";
import { en } from "@/lib/language/dictionaries/en";
import { es } from "@/lib/language/dictionaries/es";
import { zh } from "@/lib/language/dictionaries/zh";
import type { Dictionary } from "@/lib/language/rules";
import type { Language } from "@/lib/language/schema";

const DICTIONARIES: Record<Language, Dictionary> = { en, de, es, zh, ar };

/** Every text in one language. A page takes along the one it speaks; all of them never leave the server. */
export function dictionaryOf(language: Language): Dictionary {
  return DICTIONARIES[language];
}
