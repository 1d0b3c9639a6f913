import { z } from "zod";

/** The languages that the annotator's pages are written in. */
export const Language = z.enum(["en", "de", "es", "zh", "ar"]);
export type Language = z.infer<typeof Language>;

export interface LanguageFacts {
  /** What it is called by those who speak it. */
  autonym: string;
  /** Its tag for the `lang` of a page. */
  tag: string;
  /** For numbers and dates. Arabic keeps the digits that are printed on keys and scales. */
  locale: string;
  direction: "ltr" | "rtl";
}

export const LANGUAGES: Record<Language, LanguageFacts> = {
  en: { autonym: "English", tag: "en", locale: "en", direction: "ltr" },
  de: { autonym: "Deutsch", tag: "de", locale: "de", direction: "ltr" },
  es: { autonym: "Español", tag: "es", locale: "es", direction: "ltr" },
  zh: { autonym: "简体中文", tag: "zh-Hans", locale: "zh-Hans", direction: "ltr" },
  ar: { autonym: "العربية", tag: "ar", locale: "ar-u-nu-latn", direction: "rtl" },
};

/** Which grammatical number a count takes, as `Intl.PluralRules` names it. */
export type PluralForms = { readonly other: string } & {
  readonly [category in Exclude<Intl.LDMLPluralRule, "other">]?: string;
};

/** One text with `{names}` to fill in; or, where `{count}` changes its grammar, one per category of the language. */
export type Text = string | PluralForms;
