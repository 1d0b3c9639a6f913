"use client";

import { usePathname } from "next/navigation";
import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo } from "react";
import {
  createTranslator,
  type Dictionary,
  formatNumber,
  isForAnnotators,
  LANGUAGES,
  type LanguageFacts,
  type NamesOf,
  splitPlaceholders,
  type TextId,
  type Translate,
  type ValuesOf,
} from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";

/** A language with all its texts, as sent to the page. */
interface LanguageTexts {
  language: Language;
  dictionary: Dictionary;
}

interface Translations extends LanguageTexts {
  t: Translate;
}

const TranslationsContext = createContext<Translations | null>(null);

/** The page's language and its translate function. */
export function useI18n(): Translations {
  const translations = useContext(TranslationsContext);
  if (!translations) throw new Error("useI18n outside of a page");
  return translations;
}

/** One text in the language of the page: `t("queue.done", { done: 3, share: 40 })`. */
export function useTranslations(): Translate {
  return useI18n().t;
}

/** Writing direction of the page, for components that mirror the arrow keys. */
export function useDirection(): LanguageFacts["direction"] {
  return LANGUAGES[useI18n().language].direction;
}

/** Provides a language to everything below. */
export function TranslationsProvider({ words, children }: { words: LanguageTexts; children: ReactNode }) {
  const { language, dictionary } = words;
  const translations = useMemo(
    () => ({ language, dictionary, t: createTranslator(language, dictionary) }),
    [language, dictionary],
  );
  return <TranslationsContext value={translations}>{children}</TranslationsContext>;
}

/**
 * The open page's language: the reader's own on annotators' pages, English elsewhere. Also sets it on the
 * root element, including after client-side navigation, because dialogs and menus are mounted there.
 */
export function PageTranslations({
  own,
  english,
  children,
}: {
  own: LanguageTexts;
  english: LanguageTexts;
  children: ReactNode;
}) {
  const words = isForAnnotators(usePathname()) ? own : english;
  const { tag, direction } = LANGUAGES[words.language];
  useEffect(() => {
    document.documentElement.lang = tag;
    document.documentElement.dir = direction;
  }, [tag, direction]);
  return <TranslationsProvider words={words}>{children}</TranslationsProvider>;
}

type TransProps<Id extends TextId> = [NamesOf<Id>] extends [never]
  ? { id: Id; values?: undefined }
  : { id: Id; values: ValuesOf<Id, ReactNode>[0] };

/**
 * A text with elements in it: `<Trans id="queue.due" values={{ date: <Time … /> }} />`. Names are isolated so
 * that they keep their writing direction.
 */
export function Trans<Id extends TextId>({ id, values }: TransProps<Id>) {
  const { language, dictionary } = useI18n();
  const given: Readonly<Record<string, ReactNode>> = values ?? {};
  const write = (value: ReactNode) => {
    if (typeof value === "number") return formatNumber(language, value);
    return typeof value === "string" ? <bdi>{value}</bdi> : value;
  };
  return splitPlaceholders(language, dictionary[id], given.count).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>{typeof part === "string" ? part : write(given[part.name])}</Fragment>
  ));
}
