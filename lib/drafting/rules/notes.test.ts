import { describe, expect, test } from "vitest";
import { noteOf, prover } from "@/lib/drafting/rules/proofs";
import { isRuleFlag, RULE_FLAGS, RULE_NOTES } from "@/lib/drafting/schema/notes";
import ar from "@/lib/i18n/dictionaries/ar.json" with { type: "json" };
import de from "@/lib/i18n/dictionaries/de.json" with { type: "json" };
import es from "@/lib/i18n/dictionaries/es.json" with { type: "json" };
import zh from "@/lib/i18n/dictionaries/zh.json" with { type: "json" };
import { en } from "@/lib/i18n/english";
import { WORDINGS } from "@/lib/verifier/testing/wordings";
import { parseItem } from "@/lib/verifier/verify";

const CODES = [
  ...RULE_NOTES.map((code) => `rules.note.${code}`),
  ...RULE_FLAGS.map((flag) => `rules.flag.${flag}`),
];

describe.each(Object.entries({ en, de, es, zh, ar }))("in %s", (language, dictionary) => {
  test.each(CODES)("%s is said", (code) => {
    const words: unknown = Reflect.get(dictionary, code);
    expect(words).toBeTypeOf("string");
    if (language !== "en") expect(words).not.toBe(Reflect.get(en, code));
  });
});

test("every caution of the grammar has a code", () => {
  const flags = WORDINGS.flatMap(({ items }) => items).flatMap((item) => parseItem(item).flags);
  const careful = [
    ...flags,
    ...parseItem("Is it short?".repeat(300)).flags,
    ...parseItem("Does the response have at most 50 words?", { instruction: "Write at least 100 words." })
      .flags,
    ...parseItem("Does the response contain the word “cat”?", { instruction: "Do not use the word “cat”." })
      .flags,
  ];
  expect([...new Set(careful)].filter((flag) => !isRuleFlag(flag))).toEqual([]);
  expect(new Set(careful).size).toBeGreaterThan(2);
});

test("the stored note has the English text and the measured values", () => {
  const prove = prover("Write something.");
  const note = (question: string, response: string) => {
    const proof = prove(question, response);
    if (!proof) throw new Error("something of it was recognised");
    const { tier, verdict, note } = proof.provenance;
    return [noteOf({ tier, verdict }), note];
  };
  expect(note("Is the response in all capital letters?", "123")).toEqual([
    "inapplicable",
    expect.stringContaining(en["rules.note.inapplicable"]),
  ]);
  expect(note("Is the response polite and has at most 10 words?", "Dear you.")).toEqual([
    "partial",
    expect.stringMatching(/^Only a part of this question can be measured\. Measured: /),
  ]);
});
