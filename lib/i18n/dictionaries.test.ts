import { describe, expect, test } from "vitest";
import { ar } from "@/lib/i18n/dictionaries/ar";
import { de } from "@/lib/i18n/dictionaries/de";
import { en } from "@/lib/i18n/dictionaries/en";
import { es } from "@/lib/i18n/dictionaries/es";
import { zh } from "@/lib/i18n/dictionaries/zh";
import { type Dictionary, LANGUAGES } from "@/lib/i18n/rules";
import { Language, type Text } from "@/lib/i18n/schema";

const dictionaries: Record<Language, Dictionary> = { en, de, es, zh, ar };
const others = Language.options.filter((language) => language !== "en");

const formsOf = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const namesIn = (form: string) => new Set([...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));

/** What reads the same in English: names, signs, words that were borrowed. */
const SAME: Record<Exclude<Language, "en">, readonly string[]> = {
  de: ["past.batch", "content.role.system", "flag.problem", "judge.of", "conflict.about", "keys.changed"],
  es: ["judge.no", "keys.no", "invisible.other", "judge.of", "conflict.about", "keys.changed"],
  zh: [],
  ar: ["judge.of", "conflict.about", "keys.changed"],
};

describe.each(others)("the dictionary in %s", (language) => {
  const dictionary = dictionaries[language];

  test("has every text, and none that nobody says", () => {
    expect(Object.keys(dictionary)).toEqual(Object.keys(en));
  });

  test("is translated", () => {
    const same = Object.entries(dictionary)
      .filter(([id, text]) => JSON.stringify(text) === JSON.stringify(en[id as keyof typeof en]))
      .map(([id]) => id);
    expect(same.filter((id) => !SAME[language].includes(id))).toEqual([]);
  });

  test("is written in its own script", () => {
    const script = { zh: /\p{Script=Han}/u, ar: /\p{Script=Arabic}/u }[language as string];
    if (!script) return;
    const signs = Object.entries(dictionary).filter(([id]) => !SAME[language].includes(id));
    for (const [id, text] of signs)
      for (const form of formsOf(text))
        if (/\p{L}/u.test(form.replace(/\{\w+\}/g, ""))) expect(form, id).toMatch(script);
  });
});

describe.each(Language.options)("the dictionary in %s", (language) => {
  const dictionary = dictionaries[language];
  const { pluralCategories } = new Intl.PluralRules(LANGUAGES[language].locale).resolvedOptions();

  test("has a form for every grammatical number of the language, and no other", () => {
    for (const [id, text] of Object.entries(dictionary) as [string, Text][])
      if (typeof text !== "string")
        expect(Object.keys(text).sort(), id).toEqual([...pluralCategories].sort());
  });

  test("fills in what the English one fills in", () => {
    for (const [id, text] of Object.entries(dictionary) as [keyof typeof en, Text][]) {
      const wanted = new Set(formsOf(en[id]).flatMap((form) => [...namesIn(form)]));
      for (const form of formsOf(text)) {
        const names = namesIn(form);
        // "One word" needs no figure.
        if (typeof text !== "string") for (const set of [names, wanted]) set.delete("count");
        expect(names, `${id}: ${form}`).toEqual(wanted);
      }
    }
  });

  test("has no space at its ends, no empty text and no two spaces in a row", () => {
    for (const [id, text] of Object.entries(dictionary))
      for (const form of formsOf(text)) expect(form, id).toMatch(/^\S(?:(?!\s\s).)*(?<!\s)$/u);
  });
});
