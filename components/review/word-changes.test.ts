import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { type Stretch, wordChanges } from "./word-changes";

const other = (stretches: Stretch[] | undefined) =>
  stretches?.filter(({ isCommon }) => !isCommon).map(({ text }) => text);

test("a revision shows added words, and words removed from the draft", () => {
  const changes = wordChanges("Does the email state the date?", "Does the email clearly state a date?");
  expect(other(changes?.revision)).toEqual(["clearly ", "a"]);
  expect(other(changes?.draft)).toEqual(["the"]);
});

test("texts without spaces are compared by their characters", () => {
  const changes = wordChanges("邮件是否说明了日期？", "邮件是否清楚说明了日期？");
  expect(other(changes?.revision)).toEqual(["清楚"]);
  expect(other(changes?.draft)).toEqual([]);
});

test("a wholly different or very long text is not compared word by word", () => {
  expect(wordChanges("Is it polite?", "Names three sources")).toBeNull();
  expect(wordChanges("a ".repeat(2000), "a ".repeat(1999))).toBeNull();
});

const text = fc.string({ unit: "grapheme", maxLength: 60 });

property.prop([text, text])(
  "both texts can be read off their stretches, to the last character",
  (draft, revision) => {
    const changes = wordChanges(draft, revision);
    const whole = (stretches: Stretch[]) => stretches.map((stretch) => stretch.text).join("");
    if (!changes) return;
    expect(whole(changes.draft)).toBe(draft);
    expect(whole(changes.revision)).toBe(revision);
  },
);
