import type { Language, PluralForms, Text } from "@/lib/i18n/schema";
import type { Placeholders } from "./dictionaries/placeholders";
import type { en } from "./english";

export interface LanguageFacts {
  /** Its name in the language itself. */
  autonym: string;
  /** Its tag for the `lang` of a page. */
  tag: string;
  /** For numbers and dates. Arabic uses the digits printed on keys and scales. */
  locale: string;
  direction: "ltr" | "rtl";
}

/**
 * The languages in the order in which they are offered. Kept apart from their schema so that pages do not
 * load zod.
 */
export const LANGUAGES: Record<Language, LanguageFacts> = {
  en: { autonym: "English", tag: "en", locale: "en", direction: "ltr" },
  de: { autonym: "Deutsch", tag: "de", locale: "de", direction: "ltr" },
  es: { autonym: "Español", tag: "es", locale: "es", direction: "ltr" },
  zh: { autonym: "简体中文", tag: "zh-Hans", locale: "zh-Hans", direction: "ltr" },
  ar: { autonym: "العربية", tag: "ar", locale: "ar-u-nu-latn", direction: "rtl" },
};

export function isLanguage(value: string): value is Language {
  return Object.hasOwn(LANGUAGES, value);
}

export type TextId = keyof typeof en;

/** A dictionary has every text of the English one, in the same form: a missing text does not compile. */
export type Dictionary = {
  readonly [Id in TextId]: (typeof en)[Id] extends string ? string : PluralForms;
};

/** The placeholders of a text. */
export type NamesOf<Id extends TextId> = Id extends keyof Placeholders ? Placeholders[Id] : never;

/** The values for a text's placeholders; none if it has none. */
export type ValuesOf<Id extends TextId, Value> = [NamesOf<Id>] extends [never]
  ? []
  : [values: Readonly<Record<NamesOf<Id>, Value>>];

export type Translate = <Id extends TextId>(id: Id, ...values: ValuesOf<Id, string | number>) => string;

/** Created once for each language: creating one takes longer than formatting. */
const numbers = new Map<Language, Intl.NumberFormat>();
const plurals = new Map<Language, Intl.PluralRules>();

function once<Made>(made: Map<Language, Made>, language: Language, make: (locale: string) => Made): Made {
  const known = made.get(language) ?? make(LANGUAGES[language].locale);
  made.set(language, known);
  return known;
}

/** From here on languages group digits; smaller whole numbers are written alike in all of them. */
const GROUPED = 1000;

/** A number in a language's format. */
export function formatNumber(language: Language, value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < GROUPED) return String(value);
  return once(numbers, language, (locale) => new Intl.NumberFormat(locale)).format(value);
}

/**
 * Creates a translator: numbers are formatted for the language, and values in the other direction isolated.
 */
export function createTranslator(language: Language, dictionary: Dictionary): Translate {
  const write = (value: string | number) =>
    typeof value === "number" ? formatNumber(language, value) : isolate(value, language);
  return (id, ...[values]) => {
    const text = dictionary[id];
    if (typeof text === "string" && !text.includes("{")) return text;
    const given: Readonly<Record<string, string | number>> = values ?? {};
    return splitPlaceholders(language, text, given.count)
      .map((part) => (typeof part === "string" ? part : write(given[part.name] ?? "")))
      .join("");
  };
}

/** A text split into words and placeholders. `count` selects the plural form. */
export function splitPlaceholders(language: Language, text: Text, count: unknown): readonly Part[] {
  const words = formOf(language, text, count);
  const known = splitTexts.get(words);
  if (known) return known;
  const parts = words
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .map((part) => (/^\{\w+\}$/.test(part) ? { name: part.slice(1, -1) } : part));
  splitTexts.set(words, parts);
  return parts;
}

type Part = string | { readonly name: string };

/** Texts of dictionaries that were split before. */
const splitTexts = new Map<string, readonly Part[]>();

function formOf(language: Language, text: Text, count: unknown): string {
  if (typeof text === "string") return text;
  const rules = once(plurals, language, (locale) => new Intl.PluralRules(locale));
  const category = rules.select(Number(count));
  return text[category] ?? text.other;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LEFT_TO_RIGHT =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Kana}\p{Nd}]/u;

/** A value in the other writing direction, enclosed in marks that isolate it. */
function isolate(value: string, language: Language): string {
  const other = LANGUAGES[language].direction === "ltr" ? RIGHT_TO_LEFT : LEFT_TO_RIGHT;
  return other.test(value) ? `\u2068${value}\u2069` : value;
}

/**
 * The first available language of the browser's `Accept-Language`, by preference; English if none is
 * available.
 */
export function languageFor(accept: string | null | undefined): Language {
  const wanted = (accept ?? "")
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
      return { language: tag.split("-")[0] ?? "", quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return wanted.map(({ language }) => language).find(isLanguage) ?? "en";
}

/** True for pages of annotators, which are translated; pages for running a study are in English. */
export function isForAnnotators(path: string): boolean {
  if (/^\/annotate\/preview(\/|$)/.test(path)) return false;
  return /^\/(annotate|inbox|join)(\/|$)/.test(path);
}
