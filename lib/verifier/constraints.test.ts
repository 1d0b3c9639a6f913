import { describe, expect, test } from "vitest";
import { conflictsOf, parseConstraints, uncovered } from "./constraints";
import { questionOf } from "./questions";
import { runCheck } from "./run-check";
import { choicesOf, OBJECTS, prohibitionsOf } from "./testing/prohibitions";
import { INSTRUCTIONS } from "./testing/wordings";
import type { Check, Verdict } from "./types";
import { parseItem } from "./verify";

/** A check in words, also one without a canonical question. */
function inWords(check: Check): string {
  const question = questionOf(check);
  if (question) return question.replace(/^(?:Does|Is) the (?:entire )?response (?:contain )?|\?$/g, "");
  if (check.kind === "and" || check.kind === "or") return check.of.map(inWords).join(`; ${check.kind} `);
  if (check.kind === "not") return `not ${inWords(check.of)}`;
  if (check.kind === "format") return [check.format, ...(check.details.names ?? [])].join(" ");
  if (check.kind === "order") return `${check.by} order`;
  return JSON.stringify(check);
}

const readings = (instruction: string) => parseConstraints(instruction).map(({ check }) => inWords(check));

test.each(INSTRUCTIONS)("%s", (instruction, requires) => {
  expect(readings(instruction)).toEqual(requires);
});

test("the corpus has requirements, and sentences that state none", () => {
  expect(INSTRUCTIONS.filter(([, requires]) => requires.length > 0).length).toBeGreaterThan(150);
  expect(INSTRUCTIONS.filter(([, requires]) => requires.length === 0).length).toBeGreaterThan(150);
});

describe.each(OBJECTS)("$object", ({ object, breaks, keeps }) => {
  test("no forbidden object is read as a demand, or proved for a response that has it", () => {
    const read = prohibitionsOf(object).flatMap((instruction) =>
      parseConstraints(instruction).map(({ check }) => ({ instruction, check })),
    );
    const proved = (text: string, value: Verdict) =>
      read.filter(({ instruction, check }) => runCheck(check, text, { instruction }).verdict === value);
    expect(proved(breaks, "yes")).toEqual([]);
    expect(proved(keeps, "no")).toEqual([]);
    expect(read.length).toBeGreaterThan(100);
  });

  test("what is allowed, or only spoken of, is no demand", () => {
    const read = choicesOf(object).filter((instruction) => parseConstraints(instruction).length > 0);
    expect(read).toEqual([]);
  });
});

test("a question that asks the contrary of a prohibition in mid-sentence conflicts, and the right one is offered", () => {
  const instruction = "Write a poem about rain, but you must not use the word 'wet'.";
  const flagsOf = (item: string) => parseItem(item, { instruction }).flags;
  expect(flagsOf("Does the response contain the word 'wet'?")).toEqual(["polarity_conflict"]);
  expect(flagsOf("Does the response avoid the word 'wet'?")).toEqual([]);
  const [missing] = uncovered(instruction, []);
  expect(missing).toMatchObject({
    text: "you must not use the word 'wet'",
    check: { kind: "not_contains", values: ["wet"] },
  });
});

test("a range conflicts with numbers outside of it only", () => {
  const conflicts = (n: number) =>
    conflictsOf(
      { kind: "count", unit: "word", op: "eq", n },
      "Keep your response to between 5 and 10 words.",
    );
  expect([4, 5, 7, 10, 11].map(conflicts)).toEqual([["bound_conflict"], [], [], [], ["bound_conflict"]]);
});

test("lists below a heading that denies or allows them state no requirements", () => {
  const list = "\n- use commas\n- end with the word 'moon'";
  for (const heading of ["Avoid the following:", "Do not:", "Things people do when they write:", "You may:"])
    expect(readings(`Write a poem.\n\n${heading}${list}`)).toEqual([]);
  expect(readings(`Write a poem.\n\nRules:${list}`)).toEqual([
    "at least 1 comma",
    'end with the word "moon"',
  ]);
  expect(readings(`Avoid:\n- rhymes\n\nEnd with the word 'moon'.`)).toEqual(['end with the word "moon"']);
});

test("a requirement includes the words that carry it", () => {
  const textsOf = (instruction: string) => parseConstraints(instruction).map(({ text }) => text);
  expect(textsOf("Write a haiku; never use the letter e.")).toEqual(["never use the letter e"]);
  expect(textsOf("Aim for between 150 and 200 words.")).toEqual(["Aim for between 150 and 200 words."]);
  expect(textsOf("Write a poem and make sure to stay under 50 words.")).toEqual([
    "make sure to stay under 50 words",
  ]);
});
