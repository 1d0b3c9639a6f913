import "server-only";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { sessionCookie } from "@/lib/auth/sessions";
import { dictionaryOf } from "@/lib/i18n/dictionary";
import { createTranslator, isForAnnotators, languageFor } from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";
import { currentUser } from "@/lib/project/page";

/** The language of whoever reads: the one they chose, else the one their browser asks for. */
export const getReaderLanguage = cache(async (): Promise<Language> => {
  const isSignedIn = (await cookies()).has(sessionCookie().name);
  // A database that does not answer is for the page to report, in whichever language.
  const user = isSignedIn ? await currentUser().catch(() => null) : null;
  return user?.language ?? languageFor((await headers()).get("accept-language"));
});

/** The language of the page that is asked for. */
export async function getPageLanguage(): Promise<Language> {
  const path = (await headers()).get("x-countersign-path")?.split("?")[0] ?? "/";
  return isForAnnotators(path) ? getReaderLanguage() : "en";
}

/** For the annotators' pages: their texts, in the language of whoever reads. */
export const getTranslations = cache(async () => {
  const language = await getReaderLanguage();
  return { language, t: createTranslator(language, dictionaryOf(language)) };
});
