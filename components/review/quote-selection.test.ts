import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import { quotationOf } from "./quote-selection";
import { quotesIn } from "./quoted-passages";

test("the selection is quoted in quotation marks, on one line", () => {
  expect(quotationOf("  the brain\n makes up stories ")).toBe('"the brain makes up stories"');
  expect(quotationOf('He said "no".')).toBe('“He said "no".”');
  expect(quotationOf("a\n")).toBeNull();
  expect(quotationOf("   ")).toBeNull();
});

test("a long passage is quoted by its beginning and end", () => {
  const quoted = quotationOf(`It began ${"word ".repeat(200)}and it ended`);
  expect(quoted).toMatch(/^"It began word .* … .* and it ended"$/);
  expect(quoted?.length).toBeLessThan(320);
});

property.prop([fc.string({ unit: "grapheme", minLength: 3, maxLength: 500 })])(
  "a quotation is found again as evidence, whatever is in it",
  (selected) => {
    const quoted = quotationOf(selected);
    if (quoted === null || !/[\p{L}\p{N}]{3}/u.test(selected)) return;
    expect(quotesIn(`${quoted} because of this`).length).toBeGreaterThan(0);
  },
);
