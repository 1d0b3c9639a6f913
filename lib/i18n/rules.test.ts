import { describe, expect, test } from "vitest";
import ar from "@/lib/i18n/dictionaries/ar.json" with { type: "json" };
import de from "@/lib/i18n/dictionaries/de.json" with { type: "json" };
import { en } from "@/lib/i18n/english";
import { createTranslator, isForAnnotators, languageFor, splitPlaceholders } from "@/lib/i18n/rules";

describe("translating a text", () => {
  const t = createTranslator("en", en);
  const sagen = createTranslator("de", de);
  const qul = createTranslator("ar", ar);

  test("fills in names, and writes numbers the way of the language", () => {
    expect(t("queue.done", { done: 3, share: 1200 })).toBe("3 of 1,200 done");
    expect(sagen("queue.done", { done: 3, share: 1200 })).toBe("3 von 1.200 erledigt");
    expect(qul("queue.done", { done: 3, share: 1200 })).toBe("تم إنجاز 3 من 1,200");
  });

  test("chooses the grammatical number", () => {
    const count = (n: number) => qul("prose.words", { count: n });
    expect([1, 2, 3, 11, 100].map(count)).toEqual(["كلمة واحدة", "كلمتان", "3 كلمات", "11 كلمة", "100 كلمة"]);
    expect([1, 2].map((n) => t("prose.words", { count: n }))).toEqual(["1 word", "2 words"]);
  });

  test("says how much of an assignment and of a batch is left, without a total that grows as steps open", () => {
    expect([1, 16].map((n) => t("submit.left", { count: n }))).toEqual(["1 left", "16 left"]);
    expect([1, 16].map((n) => sagen("submit.left", { count: n }))).toEqual(["noch 1", "noch 16"]);
    expect([1, 95].map((n) => t("queue.minutes", { count: n }))).toEqual([
      "about 1 min left",
      "about 95 min left",
    ]);
  });

  test("keeps words of the other direction from turning the sentence", () => {
    expect(qul("queue.continue-of", { name: "ELI5 (2)" })).toBe("تابع: \u2068ELI5 (2)\u2069");
    expect(t("queue.continue-of", { name: "تجربة" })).toBe("Continue: \u2068تجربة\u2069");
    expect(t("queue.continue-of", { name: "ELI5 (2)" })).toBe("Continue: ELI5 (2)");
  });

  test("does not fill in what was filled in", () => {
    expect(t("queue.continue-of", { name: "{name} $& {count}" })).toBe("Continue: {name} $& {count}");
  });

  test("returns the parts of a text, for elements between them", () => {
    expect(splitPlaceholders("en", en["queue.due"], undefined)).toEqual(["due ", { name: "date" }]);
  });
});

describe("the language of a browser", () => {
  test.each([
    ["de-AT,de;q=0.9,en;q=0.8", "de"],
    ["fr-FR, fr;q=0.9, es;q=0.5, en;q=0.4", "es"],
    ["en;q=0.2, zh-TW", "zh"],
    ["ar", "ar"],
    ["de;q=0, en", "en"],
    ["*", "en"],
    ["", "en"],
    [null, "en"],
    [";;;,q=,,-", "en"],
  ])("%s is %s", (accept, language) => {
    expect(languageFor(accept)).toBe(language);
  });
});

test("annotators' pages are in their language, and pages for study design in English", () => {
  const own = ["/annotate", "/annotate/past", "/inbox", "/join/abc", "/annotate/guidelines/1"];
  const english = ["/", "/annotated", "/projects/1", "/annotate/preview/1", "/sign-in", "/account"];
  expect(own.filter(isForAnnotators)).toEqual(own);
  expect(english.filter(isForAnnotators)).toEqual([]);
});
