import { expect, test } from "vitest";
import { identifiedLabel, type LabelMatch, labelsThatFit } from "./label-matches";

const labels: LabelMatch[] = [
  { name: "Exclusion: Keyword" },
  { name: "Exclusion: Topic" },
  { name: "Topic" },
  { name: null, text: "None of these" },
];
const textOfIdentified = (words: string) =>
  identifiedLabel(words, labelsThatFit(labels, words))?.text ?? nameOfIdentified(words);
const nameOfIdentified = (words: string) =>
  identifiedLabel(words, labelsThatFit(labels, words))?.name ?? null;

test("typed words choose a label if they match only one or equal its name, never the first of several matches", () => {
  expect(textOfIdentified("excl key")).toBe("Exclusion: Keyword");
  expect(textOfIdentified("excl")).toBeNull();
  expect(textOfIdentified("top")).toBeNull();
  expect(textOfIdentified("topic")).toBe("Topic");
  expect(textOfIdentified("")).toBeNull();
  expect(textOfIdentified("  ")).toBeNull();
  expect(textOfIdentified("nothing like it")).toBeNull();
});

test("the answer that no label fits has its words", () => {
  expect(textOfIdentified("none")).toBe("None of these");
});
