import { expect, test } from "vitest";
import { quotesIn } from "./quoted-passages";

test("finds what a line quotes, longest first, without the comma that belongs to the sentence", () => {
  expect(quotesIn('Simple words such as "brain," and “makes up stories” are used.')).toEqual([
    "makes up stories",
    "brain",
  ]);
});

test("a lone quotation mark quotes nothing", () => {
  expect(quotesIn('He wrote 5" of text.')).toEqual([]);
  expect(quotesIn("no quotes at all")).toEqual([]);
});

test("quotes do not reach across lines", () => {
  expect(quotesIn('"one\ntwo"')).toEqual([]);
});
