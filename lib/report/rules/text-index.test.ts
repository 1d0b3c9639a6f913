import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { NONE } from "./growable-columns";
import { Ids } from "./id-column";
import { TextIndex } from "./text-index";

const text = fc.oneof(
  fc.uuid(),
  fc.string({ unit: "grapheme", maxLength: 3 }),
  fc.nat(99).map((n) => `d${n}`),
);

test.prop([fc.array(text, { maxLength: 300 }), text])(
  "a text is found where it stands, at the last of its places",
  (texts, other) => {
    const places = new TextIndex((place) => texts[place] as string);
    for (const [at, one] of texts.entries()) expect(places.add(one)).toBe(at);
    for (const one of [...texts, other]) expect(places.find(one)).toBe(texts.lastIndexOf(one));
  },
);

test("a text that was never added is not found", () => {
  expect(new TextIndex(() => "").find("")).toBe(NONE);
});

test.prop([fc.array(fc.option(text, { nil: null }), { maxLength: 300 })])(
  "ids are read as they were written, and no more are taken once that is said",
  (given) => {
    const ids = new Ids();
    for (const one of given) ids.push(one);
    ids.close();
    expect(given.map((_, row) => ids.at(row))).toEqual(given);
    expect(() => ids.push("one more")).toThrow("after the last one");
  },
);
