import { expect, test } from "vitest";
import { type LabelMatch, labelled, labelsThatFit, meantBy } from "./labels";

const labels: LabelMatch[] = [
  { name: "Exclusion: Keyword" },
  { name: "Exclusion: Topic" },
  { name: "Topic" },
  { name: null, text: "None of these" },
];
const meant = (words: string) => meantBy(words, labelsThatFit(labels, words))?.text ?? meantName(words);
const meantName = (words: string) => meantBy(words, labelsThatFit(labels, words))?.name ?? null;

test("words mean a label when they fit one alone, or are its name; never the one that merely comes first", () => {
  expect(meant("excl key")).toBe("Exclusion: Keyword");
  expect(meant("excl")).toBeNull();
  expect(meant("top")).toBeNull();
  expect(meant("topic")).toBe("Topic");
  expect(meant("")).toBeNull();
  expect(meant("  ")).toBeNull();
  expect(meant("nothing like it")).toBeNull();
});

test("that none fits is an answer that can be typed", () => {
  expect(meant("none")).toBe("None of these");
});

test("pressing the only label again changes nothing; of several it is chosen no more", () => {
  expect(labelled({ several: false }, ["a"], "a")).toEqual(["a"]);
  expect(labelled({ several: false }, ["a"], "b")).toEqual(["b"]);
  expect(labelled({ several: true }, ["a", "b"], "a")).toEqual(["b"]);
  expect(labelled({ several: true }, ["a"], "a")).toBeNull();
});
