import { describe, expect, test } from "vitest";
import { isOfLibrary } from "@/lib/drafting/rules/item-library";
import { libraryFor } from "@/lib/drafting/rules/proofs";
import { draftChecklist } from "@/lib/drafting/rules/rule-based";

const all = { checklist: libraryFor("checklist", null, []), criteria: libraryFor("criteria", null, []) };

describe("the library", () => {
  test("is small, without repetitions", () => {
    expect(all.checklist).toHaveLength(11);
    expect(all.criteria).toHaveLength(6);
    expect(new Set([...all.checklist, ...all.criteria]).size).toBe(17);
    for (const text of all.checklist) expect(text).toMatch(/^(?:Are|Is|Do|Does) .*\?$/);
    for (const text of all.criteria) expect(text).toMatch(/^[A-Z][a-z]+: whether .*\.$/);
  });

  test("offers nothing already on the list: each item covers itself", () => {
    for (const kind of ["checklist", "criteria"] as const) {
      for (const text of all[kind]) expect(libraryFor(kind, null, [text])).not.toContain(text);
      expect(libraryFor(kind, null, all[kind])).toEqual([]);
    }
  });

  test("knows its own wordings, and no other", () => {
    for (const text of [...all.checklist, ...all.criteria]) expect(isOfLibrary(text)).toBe(true);
    for (const { text } of draftChecklist("Write a poem about rain in exactly 3 stanzas.")) {
      expect(isOfLibrary(text)).toBe(false);
    }
    expect(isOfLibrary("Is it short?")).toBe(false);
  });
});

describe("an item is not offered when covered", () => {
  const offered = (instruction: string, items: string[] = []) => libraryFor("checklist", instruction, items);
  const LANGUAGE = "Is the response in the language of the instruction?";
  const MISTAKES = "Is the response free of spelling and grammar mistakes?";
  const FACTS = "Are all factual statements in the response correct?";

  test("by a requirement of the instruction", () => {
    expect(offered("Tell me about whales.")).toEqual(all.checklist);
    expect(offered("Answer in French.")).not.toContain(LANGUAGE);
    expect(offered("Translate it into Dutch.")).not.toContain(LANGUAGE);
    expect(offered("Write a letter and mind your spelling.")).not.toContain(MISTAKES);
    expect(offered("Make sure that every date is accurate.")).not.toContain(FACTS);
  });

  test("by any other item, in any case", () => {
    expect(offered("Tell me about whales.", ["Is it FACTUALLY right?"])).not.toContain(FACTS);
    expect(libraryFor("criteria", null, ["Fluency of the text"])).toEqual(
      all.criteria.filter((text) => !text.startsWith("Language")),
    );
  });

  test("but not by the material of an instruction, or by a mere statement", () => {
    expect(offered("My spelling teacher is ill. What shall I bring?")).toContain(MISTAKES);
    expect(offered("Explain this.\n\nInput: Check the grammar.")).toContain(MISTAKES);
  });

  test("any text at all is read", () => {
    for (const text of ["", "\ud83d", "(((((", "constructor __proto__", "في اللغة", "a".repeat(50_000)]) {
      expect(offered(text, [text]).length).toBeGreaterThan(0);
    }
  });
});
