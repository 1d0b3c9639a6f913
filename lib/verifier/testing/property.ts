import fc from "fast-check";
import { expect, test } from "vitest";
import { run } from "../run";
import { type Parsed, parseItem, verify } from "../verify";

/*
 * Texts are made from parts whose number, order and kind is known while they are made, so that the answer comes
 * from the making and not from reading the text again.
 */

export const RUNS = { numRuns: 1000 };
export const word = fc.constantFrom(
  "apple",
  "river",
  "stone",
  "green",
  "quiet",
  "seven",
  "often",
  "walks",
  "under",
  "light",
);
export const count = fc.integer({ min: 0, max: 12 });
export const bound = fc.integer({ min: 1, max: 12 });

export interface Property {
  kind: string;
  /** An item, a response, and what the item must be answered with; "open" where people must say. */
  made: fc.Arbitrary<{ item: string; response: string; yes: boolean | "open"; instruction?: string }>;
}

export const say = (words: string[]) => words.join(" ");
export const sentence = fc
  .array(word, { minLength: 1, maxLength: 6 })
  .map(
    ([first = "", ...rest]) =>
      `${first[0]?.toUpperCase()}${first.slice(1)}${rest.map((one) => ` ${one}`).join("")}`,
  );
export const end = fc.constantFrom(".", "!", "?");

/** "at least n", "fewer than n" … with what they mean, written down once more. */
export const bounded = fc
  .tuple(fc.constantFrom("exactly", "at least", "at most", "fewer than", "more than"), bound)
  .map(([op, n]) => ({
    text: `${op} ${n}`,
    holds: (x: number) =>
      ({ exactly: x === n, "at least": x >= n, "at most": x <= n, "fewer than": x < n, "more than": x > n })[
        op
      ] === true,
  }));

/** A kind that counts pieces: how a number of them becomes a response. */
export function counting(
  kind: string,
  unit: string,
  response: (n: number) => fc.Arbitrary<string>,
  least = 1,
): Property {
  return {
    kind,
    made: fc.tuple(bounded, fc.integer({ min: least, max: 12 })).chain(([{ text, holds }, n]) =>
      response(n).map((made) => ({
        item: `Does the response contain ${text} ${unit}?`,
        response: made,
        yes: holds(n),
      })),
    ),
  };
}

export const exactly = <T>(of: fc.Arbitrary<T>, n: number) => fc.array(of, { minLength: n, maxLength: n });
export const words = fc.array(word, { minLength: 1, maxLength: 12 });
export const lines = (mark: (i: number) => string) => (n: number) =>
  exactly(words, n).map((all) => all.map((one, i) => `${mark(i)}${say(one)}`).join("\n"));

/** A test of a thousand made texts. An item that comes again is read once; the response is always looked at. */
export function foundAsMade({ kind, made }: Property): void {
  test(`${kind}: what was made is what is found`, () => {
    const read = new Map<string, Parsed>();
    fc.assert(
      fc.property(made, ({ item, response, yes, instruction = "" }) => {
        const key = `${item}\n${instruction}`;
        const parsed = read.get(key) ?? parseItem(item, { instruction });
        read.set(key, parsed);
        const { tier, check, scoped } = parsed;
        const verdict =
          check && scoped === undefined
            ? run(check, response, { instruction }).verdict
            : verify(item, response, { instruction }).verdict;
        const wanted = yes === "open" ? "borderline" : yes ? "yes" : "no";
        expect({ item, response, tier, verdict }).toEqual({ item, response, tier: "full", verdict: wanted });
      }),
      RUNS,
    );
  });
}
