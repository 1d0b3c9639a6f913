"use client";

import { usePathname } from "next/navigation";
import { createContext, Fragment, type ReactNode, useContext, useEffect, useMemo } from "react";
import {
  type Dictionary,
  isForAnnotators,
  LANGUAGES,
  type LanguageFacts,
  type NamesOf,
  partsOf,
  type Say as SayText,
  speaker,
  type TextId,
  type ValuesOf,
  writeNumber,
} from "@/lib/i18n/rules";
import type { Language } from "@/lib/i18n/schema";

/** A language with every text in it, as a page takes it along. */
export interface Words {
  language: Language;
  dictionary: Dictionary;
}

interface Speech extends Words {
  say: SayText;
}

const SpeechContext = createContext<Speech | null>(null);

/** The language of the page and how to speak it. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (!speech) throw new Error("useSpeech outside of a page");
  return speech;
}

/** One text in the language of the page: `say("queue.done", { done: 3, share: 40 })`. */
export function useSay(): SayText {
  return useSpeech().say;
}

/** Which way the page runs, for the parts that turn the arrow keys round with it. */
export function useDirection(): LanguageFacts["direction"] {
  return LANGUAGES[useSpeech().language].direction;
}

/** Everything below speaks one language. */
export function SpeechProvider({ words, children }: { words: Words; children: ReactNode }) {
  const { language, dictionary } = words;
  const speech = useMemo(
    () => ({ language, dictionary, say: speaker(language, dictionary) }),
    [language, dictionary],
  );
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

/**
 * The language of whichever page is open: the reader's own on those of annotators, English on the others. The root
 * element follows, also where a page is left without loading another: dialogs and menus hang under it.
 */
export function PageSpeech({ own, english, children }: { own: Words; english: Words; children: ReactNode }) {
  const words = isForAnnotators(usePathname()) ? own : english;
  const { tag, direction } = LANGUAGES[words.language];
  useEffect(() => {
    document.documentElement.lang = tag;
    document.documentElement.dir = direction;
  }, [tag, direction]);
  return <SpeechProvider words={words}>{children}</SpeechProvider>;
}

type SayProps<Id extends TextId> = [NamesOf<Id>] extends [never]
  ? { id: Id; values?: undefined }
  : { id: Id; values: ValuesOf<Id, ReactNode>[0] };

/** One text with elements in it: `<Say id="queue.due" values={{ date: <Time … /> }} />`. Names keep their direction. */
export function Say<Id extends TextId>({ id, values }: SayProps<Id>) {
  const { language, dictionary } = useSpeech();
  const given: Readonly<Record<string, ReactNode>> = values ?? {};
  const write = (value: ReactNode) => {
    if (typeof value === "number") return writeNumber(language, value);
    return typeof value === "string" ? <bdi>{value}</bdi> : value;
  };
  return partsOf(language, dictionary[id], given.count).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
    <Fragment key={index}>{typeof part === "string" ? part : write(given[part.name])}</Fragment>
  ));
}
