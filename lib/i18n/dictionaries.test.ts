import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import ar from "@/lib/i18n/dictionaries/ar.json" with { type: "json" };
import de from "@/lib/i18n/dictionaries/de.json" with { type: "json" };
import es from "@/lib/i18n/dictionaries/es.json" with { type: "json" };
import zh from "@/lib/i18n/dictionaries/zh.json" with { type: "json" };
import { en } from "@/lib/i18n/english";
import { type Dictionary, LANGUAGES } from "@/lib/i18n/rules";
import { Language, type Text } from "@/lib/i18n/schema";

const dictionaries: Record<Language, Dictionary> = { en, de, es, zh, ar };
const others = Language.options.filter((language) => language !== "en");

const formsOf = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));
const namesIn = (form: string) => new Set([...form.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
const textsOf = (language: Language) => Object.entries<Text>(dictionaries[language]);

/** Texts that are equal in English: names, signs, borrowed words. */
const SAME: Record<Exclude<Language, "en">, readonly string[]> = {
  de: ["past.batch", "content.role.system", "flag.problem", "judge.of", "conflict.about", "keys.changed"],
  es: ["judge.no", "keys.no", "invisible.other", "judge.of", "conflict.about", "keys.changed"],
  zh: [],
  ar: ["judge.of", "conflict.about", "keys.changed"],
};

describe.each(others)("the dictionary in %s", (language) => {
  const dictionary = dictionaries[language];

  test("has every text of the English one, and no other", () => {
    expect(Object.keys(dictionary).sort()).toEqual(Object.keys(en).sort());
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
  const { pluralCategories } = new Intl.PluralRules(LANGUAGES[language].locale).resolvedOptions();

  test("has a form for every grammatical number of the language, and no other", () => {
    for (const [id, text] of textsOf(language))
      if (typeof text !== "string")
        expect(Object.keys(text).sort(), id).toEqual([...pluralCategories].sort());
  });

  test("has forms where the English text has forms", () => {
    const idsWithForms = (of: Language) =>
      textsOf(of)
        .filter(([, text]) => typeof text !== "string")
        .map(([id]) => id);
    expect(idsWithForms(language).sort()).toEqual(idsWithForms("en").sort());
  });

  test("has the placeholders of the English text", () => {
    for (const [id, text] of textsOf(language)) {
      const wanted = new Set(formsOf(en[id as keyof typeof en]).flatMap((form) => [...namesIn(form)]));
      for (const form of formsOf(text)) {
        const names = namesIn(form);
        // "One word" needs no digit.
        if (typeof text !== "string") for (const set of [names, wanted]) set.delete("count");
        expect(names, `${id}: ${form}`).toEqual(wanted);
      }
    }
  });

  test("has no space at its ends, no empty text and no two spaces in a row", () => {
    for (const [id, text] of textsOf(language))
      for (const form of formsOf(text)) expect(form, id).toMatch(/^\S(?:(?!\s\s).)*(?<!\s)$/u);
  });

  test("is sorted by id in its file, each id once", () => {
    const file = readFileSync(`lib/i18n/dictionaries/${language}.json`, "utf8");
    const ids = [...file.matchAll(/^ {2}"([^"]+)":/gm)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toEqual(Object.keys(JSON.parse(file)));
  });
});

test("the placeholders that the compiler asks for are those of the English texts", async () => {
  const lines = textsOf("en").flatMap(([id, text]) => {
    const names = new Set(formsOf(text).flatMap((form) => [...namesIn(form)]));
    if (typeof text !== "string") names.add("count");
    const union = [...names].sort().map((name) => `"${name}"`);
    return names.size === 0 ? [] : [`  "${id}": ${union.join(" | ")};\n`];
  });
  const source = [
    "/* Written by `npx vitest run --project unit lib/i18n/dictionaries.test.ts -u`, from the English texts. */\n\n",
    "/** The placeholders of each text that has any. */\n",
    `export interface Placeholders {\n${lines.sort().join("")}}\n`,
  ];
  await expect(source.join("")).toMatchFileSnapshot("dictionaries/placeholders.ts");
});
