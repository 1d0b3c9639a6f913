import { expect, test } from "vitest";
import { fragments } from "./fragments";

const measured = (text: string) => fragments(text).map(({ check }) => check);

test.each([
  "Does the response avoid, where possible, using more than 3 emojis?",
  "Does the essay refrain from having more than 3 paragraphs about war?",
  "Should the story not be longer than 100 words at first sight?",
  "Is the joke never told in more than 3 sentences to children?",
])("behind a negation nothing is measured: %s", (text) => {
  expect(measured(text)).toEqual([]);
});

test.each([
  "Does the poem have lines of no more than 5 words?",
  "Does the poem tell of rain with 3 commas per sentence?",
  "Does the poem tell of rain with 3 commas in each line?",
  "Does the poem use no word more than twice?",
])("a number that parts must have is not measured on the whole: %s", (text) => {
  expect(measured(text)).toEqual([]);
});

test.each([
  [
    "Does the poem about rain have no more than 100 words of one syllable?",
    { unit: "word", op: "le", n: 100 },
  ],
  ["Write no more than 100 words about rain", { unit: "word", op: "le", n: 100 }],
  ["Generate a list of 7 movie titles", { unit: "item", op: "eq", n: 7 }],
  ["Give me a list of at least 5 cheap places to visit", { unit: "item", op: "ge", n: 5 }],
  ["Does the response give exactly three tips for staying healthy?", { unit: "item", op: "eq", n: 3 }],
])("what is asked for is measured: %s", (text, bound) => {
  expect(measured(text)).toEqual([{ kind: "count", ...bound }]);
});

test.each(["a list of 7 in any order", "a list of 3 years", "a list of no films"])(
  "no list of things: %s",
  (text) => {
    expect(measured(text)).toEqual([]);
  },
);
