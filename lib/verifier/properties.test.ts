import fc from "fast-check";
import { expect, test } from "vitest";
import type { Check } from "./check";
import { questionOf } from "./questions";
import { run } from "./run";
import { hitsOf, occurrences } from "./text/find";
import { fold, regexWords, uaxWords, whitespaceWords } from "./text/words";
import { parseItem, verify } from "./verify";

/*
 * Texts are made from parts whose number, order and kind is known while they are made, so that the answer comes
 * from the making and not from reading the text again.
 */

const RUNS = { numRuns: 1000 };
const word = fc.constantFrom(
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
const count = fc.integer({ min: 0, max: 12 });
const bound = fc.integer({ min: 1, max: 12 });

interface Property {
  kind: string;
  /** An item, a response, and what the item must be answered with. */
  made: fc.Arbitrary<{ item: string; response: string; yes: boolean; instruction?: string }>;
}

const say = (words: string[]) => words.join(" ");
const sentence = fc
  .array(word, { minLength: 1, maxLength: 6 })
  .map(
    ([first = "", ...rest]) =>
      `${first[0]?.toUpperCase()}${first.slice(1)}${rest.map((one) => ` ${one}`).join("")}`,
  );
const end = fc.constantFrom(".", "!", "?");

/** "at least n", "fewer than n" … with what they mean, written down once more. */
const bounded = fc
  .tuple(fc.constantFrom("exactly", "at least", "at most", "fewer than", "more than"), bound)
  .map(([op, n]) => ({
    text: `${op} ${n}`,
    holds: (x: number) =>
      ({ exactly: x === n, "at least": x >= n, "at most": x <= n, "fewer than": x < n, "more than": x > n })[
        op
      ] === true,
  }));

/** A kind that counts pieces: how a number of them becomes a response. */
function counting(
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

const exactly = <T>(of: fc.Arbitrary<T>, n: number) => fc.array(of, { minLength: n, maxLength: n });
const words = fc.array(word, { minLength: 1, maxLength: 12 });
const lines = (mark: (i: number) => string) => (n: number) =>
  exactly(words, n).map((all) => all.map((one, i) => `${mark(i)}${say(one)}`).join("\n"));

const properties: Property[] = [
  counting("words", "words", (n) => exactly(word, n).map(say)),
  counting("sentences", "sentences", (n) =>
    exactly(fc.tuple(sentence, end), n).map((all) => all.map((one) => one.join("")).join(" ")),
  ),
  counting("paragraphs", "paragraphs", (n) => exactly(words, n).map((all) => all.map(say).join("\n\n"))),
  counting(
    "lines",
    "lines",
    lines(() => ""),
  ),
  counting(
    "bullet points",
    "bullet points",
    lines(() => "- "),
  ),
  counting(
    "items",
    "items",
    lines((i) => `${i + 1}. `),
  ),
  counting(
    "headings",
    "headings",
    (n) => exactly(word, n).map((all) => ["so", ...all.map((one) => `# ${one}\n\ntext`)].join("\n\n")),
    0,
  ),
  counting(
    "hashtags",
    "hashtags",
    (n) => exactly(word, n).map((all) => `so ${all.map((one) => `#${one}`).join(" ")}`),
    0,
  ),
  counting(
    "placeholders",
    "placeholders",
    (n) => exactly(word, n).map((all) => `Dear ${all.map((one) => `[${one}]`).join(" ")}`),
    0,
  ),
  counting(
    "highlights",
    "highlighted sections",
    (n) => exactly(word, n).map((all) => `so ${all.map((one) => `*${one}*`).join(" ")}`),
    0,
  ),
  counting(
    "words in capitals",
    "words in all capital letters",
    (n) => exactly(word, n).map((all) => `so ${say(all).toUpperCase()}`),
    0,
  ),
  counting("stanzas", "stanzas", (n) =>
    exactly(fc.tuple(word, word), n).map((all) => all.map((two) => two.join("\n")).join("\n\n")),
  ),
  counting(
    "letter frequency",
    "instances of the letter 'z'",
    (n) => words.map((all) => `${say(all)} ${"z".repeat(n)}`),
    0,
  ),
  counting(
    "exclamation marks",
    "exclamation marks",
    (n) => words.map((all) => `${say(all)}${"!".repeat(n)}`),
    0,
  ),
  {
    kind: "characters",
    made: fc
      .tuple(bounded, fc.string({ unit: fc.constantFrom(..."abcdefg"), minLength: 1, maxLength: 3 }))
      .map(([{ text, holds }, response]) => ({
        item: `Does the response contain ${text} characters?`,
        response,
        yes: holds(response.length),
      })),
  },
  {
    kind: "contains word",
    made: fc.tuple(word, words).map(([wanted, all]) => ({
      item: `Does the response contain the word '${wanted}'?`,
      response: say(all),
      yes: all.includes(wanted),
    })),
  },
  {
    kind: "forbidden word",
    made: fc.tuple(word, words).map(([wanted, all]) => ({
      item: `Does the response avoid the word "${wanted}"?`,
      response: `${say(all)}.`,
      yes: !all.includes(wanted),
    })),
  },
  {
    kind: "word frequency",
    made: fc.tuple(word, words, fc.integer({ min: 1, max: 4 })).map(([wanted, all, n]) => ({
      item: `Does the word '${wanted}' appear at least ${n} times in the response?`,
      response: say(all),
      yes: all.filter((one) => one === wanted).length >= n,
    })),
  },
  {
    kind: "contains character",
    made: fc.tuple(fc.constantFrom(..."aeioqwz"), words, fc.boolean()).map(([letter, all, denied]) => ({
      item: `Does the response ${denied ? "not " : ""}contain the letter '${letter}'?`,
      response: say(all),
      yes: [...all.join("")].includes(letter) !== denied,
    })),
  },
  {
    kind: "character or not character",
    made: fc.tuple(fc.constantFrom(..."aeiow"), fc.constantFrom(..."aeiow"), words).map(([a, b, all]) => ({
      item: `Does the output contain the letter '${a}' or not contain the letter '${b}'?`,
      response: say(all),
      yes: all.some((one) => one.includes(a)) || !all.some((one) => one.includes(b)),
    })),
  },
  {
    kind: "last word",
    made: fc.tuple(word, words, end).map(([wanted, all, sign]) => ({
      item: `Is the last word of the response '${wanted}'?`,
      response: `${say(all)}${sign}`,
      yes: all.at(-1) === wanted,
    })),
  },
  {
    kind: "first word",
    made: fc.tuple(word, words).map(([wanted, all]) => ({
      item: `Does the response start with the word '${wanted}'?`,
      response: say(all),
      yes: all[0] === wanted,
    })),
  },
  {
    kind: "nth words",
    made: fc.tuple(fc.integer({ min: 2, max: 8 }), word, words).map(([n, wanted, all]) => ({
      item: `Is word ${n} right: is the ${n}th word of the response '${wanted}'?`.replace(/^.*: is/, "Is"),
      response: say(all),
      yes: all[n - 1] === wanted,
    })),
  },
  {
    kind: "first word of a paragraph",
    made: fc
      .tuple(fc.integer({ min: 1, max: 4 }), word, fc.array(words, { minLength: 1, maxLength: 5 }))
      .map(([n, wanted, all]) => ({
        item: `Does paragraph ${n} start with the word '${wanted}'?`,
        response: all.map(say).join("\n\n"),
        yes: all[n - 1]?.[0] === wanted,
      })),
  },
  {
    kind: "letter case",
    made: fc.tuple(words, fc.boolean(), fc.nat()).map(([all, spoiled, at]) => ({
      item: "Is the entire response in lowercase letters?",
      response: say(all.map((one, i) => (spoiled && i === at % all.length ? one.toUpperCase() : one))),
      yes: !spoiled,
    })),
  },
  {
    kind: "no comma",
    made: fc.tuple(words, fc.boolean()).map(([all, comma]) => ({
      item: "Does the response contain no commas?",
      response: `${say(all)}${comma ? "," : ""} so`,
      yes: !comma,
    })),
  },
  {
    kind: "JSON",
    made: fc.tuple(fc.dictionary(word, fc.jsonValue()), fc.boolean()).map(([value, broken]) => ({
      item: "Is the response valid JSON?",
      response: `${JSON.stringify(value)}${broken ? "," : ""}`,
      yes: !broken,
    })),
  },
  {
    kind: "JSON keys",
    made: fc
      .tuple(fc.uniqueArray(word, { minLength: 1, maxLength: 4 }), fc.uniqueArray(word, { minLength: 1 }))
      .map(([keys, have]) => ({
        item: `Is the response valid JSON with the keys ${keys.map((key) => `"${key}"`).join(", ")}?`,
        response: JSON.stringify(Object.fromEntries(have.map((key) => [key, 1]))),
        yes: keys.every((key) => have.includes(key)),
      })),
  },
  {
    kind: "CSV",
    made: fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }))
      .map(([columns, good]) => ({
        item: "Is the response valid CSV?",
        response: [true, ...good]
          .map((fits) =>
            Array(fits ? columns : columns + 1)
              .fill("x")
              .join(","),
          )
          .join("\n"),
        yes: good.every(Boolean),
      })),
  },
  {
    kind: "order",
    made: fc.tuple(fc.uniqueArray(word, { minLength: 2 }), fc.boolean()).map(([all, sorted]) => {
      const shown = sorted ? [...all].sort() : all;
      return {
        item: "Are the items in alphabetical order?",
        response: shown.map((one) => `- ${one}`).join("\n"),
        yes: shown.every((one, i) => i === 0 || (shown[i - 1] ?? "") <= one),
      };
    }),
  },
  {
    kind: "distinct",
    made: fc.array(word, { minLength: 2, maxLength: 8 }).map((all) => ({
      item: "Are all items distinct?",
      response: all.map((one) => `- ${one}`).join("\n"),
      yes: new Set(all).size === all.length,
    })),
  },
  {
    kind: "options",
    made: fc.tuple(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), word).map(([options, said]) => ({
      item: `Is the answer one of ${options.map((one) => `'${one}'`).join(", ")}?`,
      response: `${said}.`,
      yes: options.includes(said),
    })),
  },
  {
    kind: "two responses",
    made: fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => ({
      item: "Does the response contain two different responses separated by ******?",
      response: all.join("\n******\n"),
      yes: all.length === 2 && all[0] !== all[1],
    })),
  },
  {
    kind: "repeat the request",
    made: fc.tuple(words, fc.boolean()).map(([all, same]) => ({
      item: "Does the response repeat the request word for word?",
      instruction: say(all),
      response: `${same ? "" : "No: "}${say(all)}\nand more`,
      yes: same,
    })),
  },
  {
    kind: "sections",
    made: fc.tuple(bounded, count).map(([{ text, holds }, n]) => ({
      item: `Does the response have ${text} sections marked with PART X?`,
      response: ["Start", ...Array.from({ length: n }, (_, i) => `PART ${i + 1}\ntext`)].join("\n"),
      yes: holds(n),
    })),
  },
  {
    kind: "each",
    made: fc.tuple(bound, fc.array(words, { minLength: 1, maxLength: 5 })).map(([n, all]) => ({
      item: `Does each line contain exactly ${n} words?`,
      response: all.map(say).join("\n"),
      yes: all.every((one) => one.length === n),
    })),
  },
];

for (const { kind, made } of properties) {
  test(`${kind}: what was made is what is found`, () => {
    fc.assert(
      fc.property(made, ({ item, response, yes, instruction = "" }) => {
        const { tier, verdict } = verify(item, response, { instruction });
        expect({ item, tier, verdict }).toEqual({ item, tier: "full", verdict: yes ? "yes" : "no" });
      }),
      RUNS,
    );
  });
}

test("words and characters as Intl.Segmenter finds them, in scripts with spaces", () => {
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  const unit = fc.constantFrom(
    "a",
    "é",
    "Ж",
    "3",
    "_",
    "'",
    "’",
    ".",
    ",",
    " ",
    "!",
    "(",
    "\n",
    "ß",
    "٣",
    "ن",
    "e\u0301",
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      const expected = [...segmenter.segment(text)]
        .filter(({ isWordLike, segment }) => isWordLike && /[\p{L}\p{N}]/u.test(segment))
        .map(({ segment }) => segment);
      const { bounds } = uaxWords(text);
      const found: string[] = [];
      for (let i = 0; i < bounds.length; i += 2) found.push(text.slice(bounds[i], bounds[i + 1]));
      expect(found).toEqual(expected);
    }),
    RUNS,
  );
});

test("white space and pattern words as the plain patterns find them", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(whitespaceWords(text).count).toBe(text.match(/\S+/g)?.length ?? 0);
      expect(regexWords(text).count).toBe(text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0);
    }),
    RUNS,
  );
});

test("places are those of a plain search", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 40 });
  fc.assert(
    fc.property(
      text,
      fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }),
      (hay, needle) => {
        const places: number[] = [];
        for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) places.push(at);
        expect(occurrences(hay, needle)).toEqual(places);
        const alone = hay.split(/\s+/).filter((one) => one === needle).length;
        expect(hitsOf(hay, needle).exact.count).toBe(alone);
      },
    ),
    RUNS,
  );
});

test("folding keeps every place", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fold(text).length).toBe(text.length);
    }),
    RUNS,
  );
});

test("a canonical question is read back as its check", () => {
  const checks: fc.Arbitrary<Check> = fc.oneof(
    fc.record({
      kind: fc.constant("count" as const),
      unit: fc.constantFrom("word", "sentence", "paragraph", "line", "bullet", "hashtag"),
      op: fc.constantFrom("eq", "ge", "le", "lt", "gt", "approx"),
      n: bound,
    }) as fc.Arbitrary<Check>,
    fc.record({
      kind: fc.constantFrom("contains", "not_contains"),
      what: fc.constant("word"),
      values: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      mode: fc.constant("any"),
    }) as fc.Arbitrary<Check>,
    fc.record({
      kind: fc.constantFrom("starts_with", "ends_with"),
      what: fc.constant("word"),
      value: word,
    }) as fc.Arbitrary<Check>,
    fc.record({
      kind: fc.constant("case"),
      mode: fc.constantFrom("lower", "upper", "title", "sentence"),
    }) as fc.Arbitrary<Check>,
    fc.record({
      kind: fc.constant("charset"),
      set: fc.constantFrom("ascii", "no_digits", "no_punctuation", "no_comma", "latin"),
    }) as fc.Arbitrary<Check>,
  );
  fc.assert(
    fc.property(checks, (check) => {
      const question = questionOf(check);
      const read = parseItem(question ?? "").check;
      const plain =
        check.kind === "contains" && check.values.length === 1 ? { ...check, mode: "all" } : check;
      expect({ question, read }).toEqual({ question, read: plain });
    }),
    RUNS,
  );
});

/** Words as people count them, some of which conventions count differently. */
const tricky = fc.constantFrom(
  "apple",
  "river",
  "don't",
  "well-known",
  "3.14",
  "Ann's",
  "U.S.",
  "stone",
  "e.g.",
  "quiet",
);

/** LLMBar's nine constraint structures: what is asked, and whether a careful reader would call it met. */
const structures: ((all: string[], wanted: string) => { item: string; met: boolean })[] = [
  (all) => ({ item: `Does the output contain exactly ${all.length} words?`, met: true }),
  (all) => ({ item: `Does the output contain exactly ${all.length + 1} words?`, met: false }),
  (all, wanted) => ({ item: `Is the last word of the output '${wanted}'?`, met: all.at(-1) === wanted }),
  (all, wanted) => ({ item: `Does the output contain the word '${wanted}'?`, met: all.includes(wanted) }),
  (all, wanted) => ({
    item: `Does the output not contain the word '${wanted}'?`,
    met: !all.includes(wanted),
  }),
  (all, wanted) => ({
    item: `Are the 1st and 3rd words of the output '${wanted}' and 'stone' respectively?`,
    met: all[0] === wanted && all[2] === "stone",
  }),
  () => ({ item: "Does the output contain exactly 1 sentence?", met: true }),
  () => ({ item: "Does the output contain exactly 2 sentences?", met: false }),
  (all) => ({ item: "Does the output contain the letter 'w'?", met: all.join("").includes("w") }),
  (all) => ({ item: "Does the output not contain the letter 'w'?", met: !all.join("").includes("w") }),
  (all) => ({
    item: "Does the output contain the letter 'q' or not contain the letter 'p'?",
    met: all.join("").includes("q") || !all.join("").includes("p"),
  }),
];

test("constraint structures: never a wrong answer, and borderline only where words are ambiguous", () => {
  const plain = /^[a-z]+$/;
  const made = fc.tuple(
    fc.array(tricky, { minLength: 1, maxLength: 9 }),
    tricky,
    fc.constantFrom(...structures),
  );
  fc.assert(
    fc.property(made, ([all, wanted, structure]) => {
      const { item, met } = structure(all, wanted);
      const { tier, verdict } = verify(item, `${say(all)}.`);
      expect(tier).toBe("full");
      if (all.every((one) => plain.test(one)) && plain.test(wanted))
        expect({ item, verdict }).toEqual({ item, verdict: met ? "yes" : "no" });
      else expect([met ? "yes" : "no", "borderline"]).toContain(verdict);
    }),
    { numRuns: 9000 },
  );
});

/** Texts that hurt: every script, lone surrogates, marks without letters, brackets without end. */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        "\ud800",
        "\udc00",
        "\u200d",
        "\u0301",
        "```",
        "**",
        "[",
        "](",
        "<<",
        "{",
        '"',
        "'",
        "|",
        "-|-",
        "\\boxed{",
        "\r\n",
        "\u2028",
        "P.S.",
        "***",
        "中",
        "ก",
        "👩‍👩‍👧",
        "1.",
        "- ",
        "# ",
        "the word 'x'",
        "Does the response",
        "exactly 3",
        "words",
        "and",
        "or",
        "not",
      ),
      { maxLength: 25 },
    )
    .map((parts) => parts.join(" ")),
);

test("ten thousand hostile items and responses never throw, and say nothing they cannot", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (item, response, instruction) => {
      const { tier, verdict, evidence } = verify(item, response, { instruction });
      expect(verdict === null).toBe(tier !== "full");
      for (const { start, end: to } of evidence?.spans ?? []) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(response.length);
      }
    }),
    { numRuns: 10_000 },
  );
});

const CHECKS = properties
  .map(({ made }) => fc.sample(made, { numRuns: 1, seed: 1 })[0]?.item ?? "")
  .map((item) => parseItem(item).check);

test("every check survives every hostile response", () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...CHECKS), (response, check) => {
      if (check) run(check, response, { instruction: "Write it." });
    }),
    { numRuns: 5000 },
  );
});
