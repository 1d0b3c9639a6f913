import fc from "fast-check";
import { expect, test } from "vitest";
import { runCheck } from "@/lib/verifier/run-check";
import { type Parsed, parseItem, verify } from "../verify";

/*
 * Texts are generated from parts of known number, order and kind, so that the expected answer does not depend
 * on parsing the text.
 */

export const RUNS = { numRuns: 250 };
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
  /** An item, a response, and the expected answer; "open" where people must decide. */
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

/** "at least n", "fewer than n" … with their meaning, defined independently. */
export const bounded = fc
  .tuple(fc.constantFrom("exactly", "at least", "at most", "fewer than", "more than"), bound)
  .map(([op, n]) => ({
    text: `${op} ${n}`,
    holds: (x: number) =>
      ({ exactly: x === n, "at least": x >= n, "at most": x <= n, "fewer than": x < n, "more than": x > n })[
        op
      ] === true,
  }));

/** A kind that counts pieces, with a function that makes a response of them. */
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

/** Tests generated texts. A repeated item is parsed once; every response is checked. */
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
            ? runCheck(check, response, { instruction }).verdict
            : verify(item, response, { instruction }).verdict;
        const wanted = yes === "open" ? "borderline" : yes ? "yes" : "no";
        expect({ item, response, tier, verdict }).toEqual({ item, response, tier: "full", verdict: wanted });
      }),
      RUNS,
    );
  });
}
