import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { JsonProblem, parseStrictJson } from "./json";

const reason = (text: string) => {
  const parsed = parseStrictJson(text);
  return parsed instanceof JsonProblem ? parsed.reason : null;
};

describe("details that JSON.parse hides", () => {
  test("a key that occurs twice is refused, with its place", () => {
    expect(parseStrictJson('{"a":[{"b":1,"b":2}]}')).toEqual(
      new JsonProblem("a[0]", 'the field "b" occurs twice'),
    );
    expect(reason('{"a":1,"\\u0061":2}')).toBe('the field "a" occurs twice');
    expect(reason('{"a":{"b":1},"c":{"b":1}}')).toBeNull();
  });

  test("numbers a double cannot hold are kept as text", () => {
    expect(
      parseStrictJson("[9007199254740993,9007199254740991,-9007199254740993,1e400,-1e400,-0,0.1,1E3]"),
    ).toEqual({
      value: ["9007199254740993", 9007199254740991, "-9007199254740993", "1e400", "-1e400", 0, 0.1, 1000],
    });
  });

  it.each(["__proto__", "constructor", "prototype", "\\u005f_proto__"])(
    "the field name %s is refused",
    (key) => {
      expect(reason(`{"a":{"${key}":{"isAdmin":true}}}`)).toContain("is not allowed");
    },
  );

  it.each(['"\\u0000"', '"a\\ud800b"', '"\\udc00"', '{"\\u0000":1}'])("the text %s is refused", (text) => {
    expect(reason(text)).toMatch(/NUL|surrogate/);
  });

  test("a whole surrogate pair is kept", () => {
    expect(parseStrictJson('"\\ud83d\\ude00😀"')).toEqual({ value: "😀😀" });
  });

  test("nesting ends at 64", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(reason(nested(64))).toBeNull();
    expect(reason(nested(65))).toBe("nested more than 64 deep");
    expect(reason(`${"[".repeat(1_000_000)}`)).toBe("nested more than 64 deep");
    expect(reason('{"a":'.repeat(100_000))).toBe("nested more than 64 deep");
  });
});

it.each([
  "",
  " ",
  "{",
  '{"a"}',
  '{"a":1,}',
  "[1,]",
  "01",
  "+1",
  "1.",
  ".5",
  "-",
  "1e",
  "nul",
  "NaN",
  "Infinity",
  '"\\x"',
  '"\\u12"',
  '"abc',
  '"a\tb"',
  '"\\"',
  "1 2",
  "{'a':1}",
  '\u00a0{"a":1}',
])("%j is not JSON", (text) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(reason(text)).toBeTruthy();
});

test("long runs of escapes and quotes take no longer than their length", () => {
  const text = JSON.stringify('\\"'.repeat(250_000));
  expect(parseStrictJson(text)).toEqual({ value: '\\"'.repeat(250_000) });
});

test.prop([fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, "\t", "\r\n")])(
  "agrees with JSON.parse on all output of JSON.stringify",
  (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    const parsed = parseStrictJson(text);
    if (parsed instanceof JsonProblem) expect(parsed.reason).toMatch(/NUL|surrogate|not allowed/);
    else if (!/\d{16,}/.test(text)) expect(parsed.value).toEqual(JSON.parse(text));
  },
);

test.prop([
  fc.array(fc.constantFrom(..."{}[]:,\"\\ut01-.eE nulfasr\t\n'a😀\u0000\ud800"), { maxLength: 40 }),
])("accepts nothing that JSON.parse refuses, and never throws", (characters) => {
  const text = characters.join("");
  const parsed = parseStrictJson(text);
  if (!(parsed instanceof JsonProblem)) expect(() => JSON.parse(text)).not.toThrow();
});
