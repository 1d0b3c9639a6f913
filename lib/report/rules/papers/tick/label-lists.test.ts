import { expect, test } from "vitest";
import { isOfList } from "./label-lists";

const asked = { question: "mood", given: ["Merry"], offered: ["Merry", "Sad"] };

test.each([
  ["all that was given is on the list", ["Merry", "Grave"], true],
  ["the whole list could be chosen", ["Sad"], true],
  ["a label that was given is not on the list, and one of the list could not be chosen", ["Grave"], false],
  ["the list is not known", [], false],
])("labels mean the same in a list where %s", (_, list, expected) => {
  expect(isOfList(asked, list)).toBe(expected);
});

test("another taxonomy than TICK's counts as given where some of it was offered", () => {
  const useful = { question: "positive-items", given: ["Tone"], offered: ["Explicit", "Tone", "Own"] };
  expect(isOfList(useful, ["Tone", "Length"])).toBe(false);
  expect(isOfList(useful, ["Tone", "Length", "Explicit"])).toBe(false);
  expect(isOfList({ ...useful, offered: ["Tone", "Own"] }, ["Tone", "Length"])).toBe(false);
  expect(isOfList(useful, ["Tone", "Own"])).toBe(true);
  expect(isOfList({ ...useful, question: "mood" }, ["Tone", "Length"])).toBe(true);
});
