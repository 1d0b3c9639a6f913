import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { sessionCookie } from "@/lib/auth/sessions";
import { dictionaryOf } from "@/lib/i18n/dictionary";
import { createTranslator, isForAnnotators, languageFor } from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";
import { currentUser } from "@/lib/project/page-access";

/** The reader's language: the account's setting, else the browser's. */
export const getReaderLanguage = cache(async (): Promise<Language> => {
  const isSignedIn = (await cookies()).has(sessionCookie().name);
  // A database failure is reported by the page, in whichever language.
  const user = isSignedIn ? await currentUser().catch(() => null) : null;
  return user?.language ?? languageFor((await headers()).get("accept-language"));
});

/** Language of the requested page. */
export async function getPageLanguage(): Promise<Language> {
  const path = (await headers()).get("x-countersign-path")?.split("?")[0] ?? "/";
  return isForAnnotators(path) ? getReaderLanguage() : "en";
}

/** Translations for annotators' pages, in the reader's language. */
export const getTranslations = cache(async () => {
  const language = await getReaderLanguage();
  return { language, t: createTranslator(language, dictionaryOf(language)) };
});
