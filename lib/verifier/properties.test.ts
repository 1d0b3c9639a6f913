import fc from "fast-check";
import { expect, test } from "vitest";
import { questionOf } from "./questions";
import { runCheck, runForPeople } from "./run-check";
import { kindCases } from "./testing/cases";
import { CHECKS } from "./testing/checks";
import { HOSTILE_NAMES, hostileText } from "./testing/hostile";
import { contentProperties } from "./testing/properties/content";
import { formProperties } from "./testing/properties/forms";
import { bound, foundAsMade, RUNS, say, word } from "./testing/property";
import { hitsOf, occurrences } from "./text/find";
import { foldCase, regexWords, uaxWords, whitespaceWords } from "./text/words";
import type { Check } from "./types";
import { parseItem, verify } from "./verify";

const VERDICTS = new Set(["yes", "no", "borderline", "inapplicable"]);
const properties = [...contentProperties, ...formProperties];

for (const property of properties) foundAsMade(property);

test("each of the 37 kinds has a property, and cases", () => {
  const all = Array.from({ length: 37 }, (_, i) => String(i + 1));
  for (const named of [properties, kindCases])
    expect(all.filter((n) => !named.some(({ kind }) => kind.split(" ")[0] === n))).toEqual([]);
});

test("words and characters equal those of Intl.Segmenter, in scripts with spaces", () => {
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

test("white space and pattern words equal those of plain patterns", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(whitespaceWords(text).count).toBe(text.match(/\S+/g)?.length ?? 0);
      expect(regexWords(text).count).toBe(text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0);
    }),
    RUNS,
  );
});

test("positions equal those of a plain search", () => {
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

test("case folding preserves every position", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(foldCase(text).length).toBe(text.length);
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
      kind: fc.constant("contains"),
      what: fc.constant("word"),
      values: fc.tuple(word),
      mode: fc.constant("all"),
      times: fc.record({ op: fc.constantFrom("eq", "ge", "le", "lt", "gt"), n: bound }),
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

test("a canonical question counts one in the singular", () => {
  const questionAbout = (n: number) =>
    questionOf({ kind: "contains", what: "word", values: ["moon"], mode: "all", times: { op: "eq", n } });
  expect([questionAbout(1), questionAbout(2)]).toEqual([
    'Does the response contain the word "moon" exactly 1 time?',
    'Does the response contain the word "moon" exactly 2 times?',
  ]);
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

/** LLMBar's nine constraint structures: the requirement, and whether a careful reader would call it met. */
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
    { numRuns: 1500 },
  );
});

/** Difficult texts: every script, lone surrogates, marks without letters, brackets without end. */
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

test("hostile items and responses never throw, and give only possible verdicts", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (item, response, instruction) => {
      const { tier, verdict, evidence } = verify(item, response, { instruction });
      expect(verdict === null).toBe(tier !== "full");
      for (const { start, end: to } of evidence?.spans ?? []) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(response.length);
      }
    }),
    { numRuns: 1500 },
  );
});

test("every check survives every hostile text, and points into it", () => {
  let cases = 0;
  for (const name of HOSTILE_NAMES) {
    const response = hostileText(name, 200);
    for (const { check } of CHECKS) {
      const { verdict, evidence } = runCheck(check, response, { instruction: "Change *this* only." });
      cases++;
      const inside = (evidence.spans ?? []).every(({ start, end }) => 0 <= start && end <= response.length);
      if (!inside || !VERDICTS.has(verdict)) expect({ name, check, verdict, evidence }).toBeNull();
    }
  }
  expect(cases).toBeGreaterThan(10_000);
});

test("a check of several parts reads a limited text, and reports the limit", () => {
  const commas: Check = { kind: "charset", set: "no_comma" };
  const several: Check = { kind: "and", of: Array.from({ length: 5 }, () => commas) };
  const long = "a ".repeat(60_000);
  expect(runCheck(commas, long).verdict).toBe("yes");
  expect(runCheck(several, long)).toMatchObject({
    verdict: "inapplicable",
    evidence: { summary: expect.stringContaining("parts") },
  });
  expect(runCheck(commas, "\n".repeat(30_000))).toMatchObject({
    ...{ verdict: "inapplicable", evidence: { summary: "more than 20,000 lines; not looked at" } },
  });
});

test("a response that passes only without its framing sentence fails, with that reason", () => {
  const five: Check = { kind: "count", unit: "word", op: "eq", n: 5 };
  expect(runForPeople(five, "Sure, here it is:\none two three four five")).toMatchObject({
    ...{ verdict: "no", evidence: { loose: "without the first line" } },
  });
  expect(runForPeople(five, "one two three").evidence.loose).toBeUndefined();
  expect(
    runForPeople({ kind: "starts_with", what: "char", value: "a" }, "*b*").evidence.loose,
  ).toBeUndefined();
});
