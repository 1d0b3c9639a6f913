import { expect, test } from "vitest";
import ar from "@/lib/i18n/dictionaries/ar.json" with { type: "json" };
import de from "@/lib/i18n/dictionaries/de.json" with { type: "json" };
import es from "@/lib/i18n/dictionaries/es.json" with { type: "json" };
import zh from "@/lib/i18n/dictionaries/zh.json" with { type: "json" };
import { en } from "@/lib/i18n/english";
import { createTranslator, type Dictionary } from "@/lib/i18n/rules";
import { Language } from "@/lib/i18n/schema";
import { disclosureInWords, disclosuresOf } from "@/lib/quality/rules/disclosure";
import { Quality } from "@/lib/quality/schema";

const dictionaries: Record<Language, Dictionary> = { ar, de, en, es, zh };
const everything = Quality.parse({
  training: { subjects: 3 },
  exam: { subjects: 10, pass: 80, within: 1, attempts: 2, reveal: false },
  gold: { share: 0.1, feedback: false },
  planted: { share: 0.1, debrief: true },
  signals: true,
});
const wordsOf = (quality: Quality, language: Language) =>
  disclosuresOf(quality).map((disclosure) =>
    disclosureInWords(disclosure, createTranslator(language, dictionaries[language])),
  );

test("counters are always disclosed, checks unless the batch does not disclose them", () => {
  const abouts = (change: Partial<Quality>) =>
    disclosuresOf({ ...everything, ...change }).map(({ about }) => about);
  expect(abouts({})).toEqual(["training", "exam", "signals", "gold", "errors"]);
  expect(abouts({ disclosed: false })).toEqual(["training", "exam", "signals"]);
  expect(abouts({ disclosed: false, signals: false, training: null, exam: null })).toEqual([]);
});

test.each(Language.options)("disclosures are in the reader's language: %s", (language) => {
  const words = wordsOf(everything, language);
  expect(words).toHaveLength(5);
  expect(words[0]).toContain("3");
  for (const number of ["10", "80", "2"]) expect(words[1]).toContain(number);
  if (language !== "en") for (const text of words) expect(wordsOf(everything, "en")).not.toContain(text);
  const [alone] = wordsOf({ ...everything, training: null }, language);
  expect(alone).not.toBe(words[1]);
});
