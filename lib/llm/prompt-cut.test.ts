import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { isPromptCut } from "./prompt-cut";

const saying = (...contents: string[]) => contents.map((content) => ({ role: "user" as const, content }));

/** About 8,000 tokens of English: 30,000 characters in 6,000 words. */
const LONG = saying("Does the text say so in each of its parts? ".repeat(700));

test.each<[about: string, cut: boolean, usage: { input?: number; cachedInput?: number }]>([
  ["half of a context of 4,096, as Ollama reports it", true, { input: 2050 }],
  ["a whole context of 2,048", true, { input: 2048 }],
  ["half of a context of 1,024", true, { input: 514 }],
  ["a whole context of 2,048, a few tokens of it cached", true, { input: 2048, cachedInput: 10 }],
  ["every token", false, { input: 7000 }],
  ["fewer tokens than estimated, by another tokenizer", false, { input: 5000 }],
  ["more tokens than estimated", false, { input: 20_000 }],
  ["the tokens that were not cached, with those that were", false, { input: 600, cachedInput: 6400 }],
  ["the cached tokens among the others", false, { input: 7000, cachedInput: 6400 }],
  ["the few tokens that were not cached, alone", false, { input: 40 }],
  ["a quarter of the tokens, because the others were cached", false, { input: 1930 }],
  [
    "a quarter of the tokens and none cached, because its cache is not counted",
    false,
    { input: 1930, cachedInput: 0 },
  ],
  ["a quarter of the tokens with a count of cached ones", true, { input: 1930, cachedInput: 10 }],
  ["no token, because all were cached", false, { input: 0 }],
  ["nothing", false, {}],
])("an endpoint that reports %s: cut is %s", (_, cut, usage) => {
  expect(isPromptCut(LONG, usage)).toBe(cut);
});

test("a short prompt is never called cut, and long runs of one character are few tokens", () => {
  expect(isPromptCut(saying("Is it good?"), { input: 10 })).toBe(false);
  const table = `| a${" ".repeat(4000)}| b |\n|${"-".repeat(4000)}|\n${"=".repeat(9000)}${"\n".repeat(5000)}`;
  expect(isPromptCut(saying(table, "Is it good? ".repeat(100)), { input: 320 })).toBe(false);
});

test("texts in Chinese, Japanese and Korean are measured by their characters", () => {
  const chinese = saying("这个回答是否符合题目的要求？".repeat(500));
  expect(isPromptCut(chinese, { input: 2050 })).toBe(true);
  expect(isPromptCut(chinese, { input: 4000 })).toBe(false);
});

property.prop([
  fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 400, maxLength: 3000, size: "max" }),
  fc.double({ min: 1, max: 3, noNaN: true }),
])("a prompt of which every word was counted is not cut", (words, each) => {
  const input = Math.ceil(words.length * each);
  // With a count of cached tokens, any number of tokens can be that of a cut prompt.
  expect(isPromptCut(saying(words.join(" ")), { input, cachedInput: 1 })).toBe(false);
});
