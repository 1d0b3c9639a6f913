import { expect, test } from "vitest";
import { identifiedLabel, type LabelMatch, labelled, labelsThatFit } from "./labels";

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

test("words mean a label when they fit one alone, or are its name; never the one that merely comes first", () => {
  expect(textOfIdentified("excl key")).toBe("Exclusion: Keyword");
  expect(textOfIdentified("excl")).toBeNull();
  expect(textOfIdentified("top")).toBeNull();
  expect(textOfIdentified("topic")).toBe("Topic");
  expect(textOfIdentified("")).toBeNull();
  expect(textOfIdentified("  ")).toBeNull();
  expect(textOfIdentified("nothing like it")).toBeNull();
});

test("that none fits is an answer that can be typed", () => {
  expect(textOfIdentified("none")).toBe("None of these");
});

test("pressing the only label again changes nothing; of several it is chosen no more", () => {
  expect(labelled({ several: false }, ["a"], "a")).toEqual(["a"]);
  expect(labelled({ several: false }, ["a"], "b")).toEqual(["b"]);
  expect(labelled({ several: true }, ["a", "b"], "a")).toEqual(["b"]);
  expect(labelled({ several: true }, ["a"], "a")).toBeNull();
});
