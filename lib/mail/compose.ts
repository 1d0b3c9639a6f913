import "server-only";
import { env } from "@/lib/env";
import { dictionaryOf } from "@/lib/i18n/dictionary";
import { createTranslator, LANGUAGES, type Translate } from "@/lib/i18n/rules";
import { Language } from "@/lib/i18n/schema";
import type { Mail } from "@/lib/mail/schema";

/** The person who gets a mail. */
interface Addressee {
  email: string;
  name: string;
  /** Their choice; English without one. */
  language: string | null;
}

interface Content {
  subject: string;
  /** The paragraphs between greeting and end. */
  paragraphs: readonly string[];
}

/** A mail in the person's language: greeting, paragraphs, and which installation sends it. */
export function composeMail(
  { email, name, language: chosen }: Addressee,
  contentIn: (t: Translate, date: (at: Date) => string) => Content,
): Mail {
  const language = Language.safeParse(chosen).data ?? "en";
  const t = createTranslator(language, dictionaryOf(language));
  const date = (at: Date) =>
    // The reader's time zone is not known.
    `${new Intl.DateTimeFormat(LANGUAGES[language].locale, {
      dateStyle: "full",
      timeStyle: "short",
      timeZone: "UTC",
    }).format(at)} UTC`;
  const { subject, paragraphs } = contentIn(t, date);
  const greeting = name === "" ? t("mail.greeting.nameless") : t("mail.greeting", { name: oneLine(name) });
  const end = t("mail.sender", { address: env().APP_URL });
  return { to: email, subject: oneLine(subject), text: `${[greeting, ...paragraphs, end].join("\n\n")}\n` };
}

/** A name without line ends, which would begin another header or paragraph. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
