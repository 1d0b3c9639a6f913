import { describe, expect, test } from "vitest";
import { evidenceInWords } from "@/lib/drafting/rules/proofs";
import { FINDINGS, FOUND_UNITS, type RuleFinding } from "@/lib/drafting/schema/notes";
import ar from "@/lib/i18n/dictionaries/ar.json" with { type: "json" };
import de from "@/lib/i18n/dictionaries/de.json" with { type: "json" };
import es from "@/lib/i18n/dictionaries/es.json" with { type: "json" };
import zh from "@/lib/i18n/dictionaries/zh.json" with { type: "json" };
import { en } from "@/lib/i18n/english";
import { readEvidence } from "@/lib/review/stimulus/rule-evidence";
import { unitText } from "@/lib/verifier/checks/counts";
import { COUNTED } from "@/lib/verifier/countable-units";
import { WORDINGS } from "@/lib/verifier/testing/wordings";
import { verify } from "@/lib/verifier/verify";

const CODES = [
  ...FINDINGS.map((code) => `rules.found.${code}`),
  ...FOUND_UNITS.map((unit) => `rules.unit.${unit}`),
];

test.each(Object.entries({ en, de, es, zh, ar }))(
  "every finding and every counted unit has words in %s",
  (_, words) => {
    expect(CODES.filter((code) => typeof Reflect.get(words, code) !== "string")).toEqual([]);
  },
);

test("every unit that the rules count is recognised by its name", () => {
  for (const unit of COUNTED)
    for (const n of [1, 2])
      expect(readEvidence(`${n} ${unitText(unit, n)}.`).parts, unit).toEqual([
        finding("count", { n: String(n), unit }),
      ]);
});

const finding = (code: string, filled: Partial<Extract<RuleFinding, { code: string }>> = {}) => ({
  code,
  n: "",
  m: "",
  text: "",
  unit: null,
  ...filled,
});

describe("a line of evidence is read", () => {
  test.each([
    ["1 word without a capital, and 1 small word.", [finding("title-small", { n: "1", m: "1" })], null],
    [
      "1 sentence opens with a small letter, 1 capital elsewhere.",
      [finding("sentence-case", { n: "1", m: "1" })],
      null,
    ],
    ["1 of 1 line looks like YAML.", [finding("yaml", { n: "1", m: "1" })], null],
    ["JSON with 1 element.", [finding("json-elements", { n: "1" })], null],
    ["1 section marked Part.", [finding("sections", { n: "1", text: "Part" })], null],
    ["1 piece parted by ***.", [finding("pieces", { n: "1", text: "***" })], null],
    ["1 item, none out of order.", [finding("order", { n: "1" })], null],
    ["1 letter, Greek 100 %.", [finding("letters", { n: "1", text: "Greek 100 %" })], null],
    [
      "9 words; asked for fewer than 12 (uax29: 9, whitespace: 9, regex: 9).",
      [finding("count", { n: "9", unit: "word" }), finding("asked-lt", { n: "12" })],
      "uax29: 9, whitespace: 9, regex: 9",
    ],
    [
      "2 to 4 list items; asked for between 3 and 5 (the numbering starts again).",
      [
        finding("count", { n: "2–4", unit: "item" }),
        finding("asked-between", { n: "3", m: "5" }),
        finding("doubt-restarts"),
      ],
      null,
    ],
    [
      "0 list items; asked for exactly 3 (no list was recognised; the items may be in running text).",
      [finding("count", { n: "0", unit: "item" }), finding("asked-eq", { n: "3" }), finding("doubt-running")],
      null,
    ],
    [
      "“a; b” 1 time; “cat” 3 times, 2 only nearly.",
      [finding("times", { n: "1", text: "a; b" }), finding("times-near", { n: "3", m: "2", text: "cat" })],
      null,
    ],
    [
      "“cat” 1 time; “dog” 0 times (cat: exact: 1, dog: exact: 0).",
      [finding("times", { n: "1", text: "cat" }), finding("times", { n: "0", text: "dog" })],
      "cat: exact: 1, dog: exact: 0",
    ],
    ["word 2: “ham”.", [finding("nth-word", { n: "2", text: "ham" })], null],
    ["the response starts “Dear you. Yours”.", [finding("starts", { text: "Dear you. Yours" })], null],
    [
      "something nobody foresaw; valid JSON.",
      [{ words: "something nobody foresaw" }, finding("json-valid")],
      null,
    ],
    ["longer than 204,800 characters; not looked at.", [finding("too-long", { n: "204,800" })], null],
  ])("%s", (line, parts, counts) => expect(readEvidence(line)).toEqual({ parts, counts, loose: null }));

  test("together with the line that would have to be left out", () => {
    expect(
      readEvidence("there is text outside the code block. It would hold without the first line."),
    ).toEqual({
      parts: [finding("code-outside")],
      counts: null,
      loose: finding("loose-first"),
    });
    expect(readEvidence("valid JSON. It would hold without a hat.").loose).toEqual({
      words: "It would hold without a hat",
    });
  });

  test("only if a rule wrote it: other text stays as it is", () => {
    const unknown = { parts: [], counts: null, loose: null };
    expect(readEvidence("It names the topic, twice.")).toEqual(unknown);
    expect(readEvidence("")).toEqual(unknown);
    const began = performance.now();
    for (const hostile of ["; ", "“; ", "a (1: 1, ", "(((", "It would hold "])
      expect(readEvidence(hostile.repeat(100_000))).toEqual(unknown);
    for (const hostile of ["“a” 1 ", "1 1 ", " (", "a: 1, "]) readEvidence(hostile.repeat(150));
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

test("most wordings of the rules are recognised", () => {
  const lines = WORDINGS.flatMap(({ items, responses }) =>
    items.flatMap((item) =>
      responses.flatMap(([response]) => {
        const { evidence } = verify(item, response);
        return evidence ? [evidenceInWords(evidence)] : [];
      }),
    ),
  );
  const unknown = lines.filter((line) => readEvidence(line).parts.every((part) => "words" in part));
  expect(lines.length).toBeGreaterThan(500);
  expect(unknown.length / lines.length).toBeLessThan(0.1);
});
