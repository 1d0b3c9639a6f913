import { fc, test as prop } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import { hostileTexts } from "@/lib/drafting/testing/hostile";
import { parsePlanAnswer, parseResponse } from "./response";

const said = (text: string) => ({ text, finishReason: "stop" as const });
const outcomeOf = (parsed: ReturnType<typeof parseResponse>) => (parsed.ok ? parsed.value : parsed.code);

describe("a response as it is", () => {
  test.each([
    ["It rains.", "It rains."],
    ["\n\n  indented\n\nlast\n\n", "  indented\n\nlast"],
    ["```js\nlet a;\n```", "```js\nlet a;\n```"],
    ["<think>first this</think>\nIt rains.", "It rains."],
    ["<think>a</think>\n<think>b</think>\nIt rains.", "It rains."],
    ["opened by the server</think>\n\nIt rains.", "It rains."],
    [
      "The tag <think> and its end </think> are written so.",
      "The tag <think> and its end </think> are written so.",
    ],
    ["Answer: YES", "Answer: YES"],
    ["a\u200Bb", "a\u200Bb"],
    ["one\r\ntwo", "one\ntwo"],
    ["", "empty"],
    ["   \n ", "empty"],
    ["<think>never ends", "empty"],
  ])("%j is %j", (text, value) => {
    expect(outcomeOf(parseResponse(said(text)))).toBe(value);
  });

  test("a cut-off, refused or filtered answer gives no response", () => {
    expect(parseResponse({ text: "It ra", finishReason: "length" })).toEqual({
      ok: false,
      code: "truncated",
    });
    expect(parseResponse({ text: "", finishReason: "length" })).toEqual({ ok: false, code: "truncated" });
    expect(parseResponse({ ...said("I cannot."), refusal: true })).toEqual({ ok: false, code: "refusal" });
    expect(parseResponse({ text: "x", finishReason: "content-filter" })).toEqual({
      ok: false,
      code: "refusal",
    });
  });

  prop.prop([fc.string()])("is the text between its blank lines, whatever it is", (text) => {
    fc.pre(!/think>/i.test(text) && text.trim() !== "");
    const parsed = parseResponse(said(text));
    expect(parsed.ok && text.replace(/\r\n?/g, "\n").includes(parsed.value)).toBe(true);
    expect(parsed.ok && parsed.value.trim()).toBe(text.replace(/\r\n?/g, "\n").trim());
  });
});

describe("a plan and the new response", () => {
  test.each([
    ["Plan: shorten it\nAnswer: It rains.", "It rains."],
    ["Plan:\n1. shorten it\n\nAnswer:\n\nIt rains.\n\n", "It rains."],
    ["**Plan:** shorten it\n**Answer:** **Rain** falls.", "**Rain** falls."],
    ["**Plan**: x\n**Answer**: y", "y"],
    ["## Plan: x\n## Answer: y", "y"],
    ["plan: x\nANSWER: y", "y"],
    ["Plan: x\nAnswer:   \n    four spaces stay", "    four spaces stay"],
    // Everything after the first marker that follows the plan belongs to the response.
    ["Plan: x\nAnswer: y\nAnswer: z", "y\nAnswer: z"],
    ["Answer: no\nPlan: x\nAnswer: y", "y"],
    ["Plan: the Answer: is within the line\nAnswer: y", "y"],
    ["Plan: x\nAnswer: Plan: a day out\nPlan: pack", "Plan: a day out\nPlan: pack"],
    ["```\nPlan: x\nAnswer: y\n```", "y"],
    ["Plan: x\nAnswer:\n```js\nlet a;\n```", "```js\nlet a;\n```"],
    ["<think>Plan: a\nAnswer: b</think>Plan: x\nAnswer: y", "y"],
    ["Plan: x\nAnswer: [[A]] [RESULT] 5", "[[A]] [RESULT] 5"],
    ["Plan\uFF1A x\nAnswer\uFF1A y", "y"],
    ["Plan: x\r\nAnswer: y\r\nz", "y\nz"],
    ["Answer: y", "no_marker"],
    ["Plan: x", "no_marker"],
    ["Plan: x Answer: y", "no_marker"],
    ["Here is my new response: y", "no_marker"],
    ["Answer: y\nPlan: x", "no_marker"],
    ["Plan: x\nAnswer:", "bad_value"],
    ["Plan: x\nAnswer:\n\n  \n", "bad_value"],
    ["", "empty"],
  ])("%j is %j", (text, value) => {
    expect(outcomeOf(parsePlanAnswer(said(text)))).toBe(value);
  });

  test("keeps the plan as it was written", () => {
    const parsed = parsePlanAnswer(said("**Plan:**\n- shorten it\n- name the rain\n\nAnswer: It rains."));
    expect(parsed.ok && parsed.rationale).toBe("- shorten it\n- name the rain");
  });

  test("a cut-off answer gives no response, since its rest would be missing", () => {
    const cut = { text: "Plan: x\nAnswer: It ra", finishReason: "length" as const };
    expect(parsePlanAnswer(cut)).toEqual({ ok: false, code: "truncated" });
  });

  test.each(hostileTexts.map((text) => [text]))("reads no new response into %j", (text) => {
    expect(parsePlanAnswer(said(text)).ok).toBe(false);
  });

  test.each(hostileTexts.map((text) => [text]))("leaves %j as it is within a response", (text) => {
    const parsed = parsePlanAnswer(said(`Plan: x\nAnswer: a\n${text}\nb`));
    const plain = `a\n${text}\nb`.replace(/\r\n?/g, "\n");
    if (parsed.ok) expect(plain.endsWith(parsed.value)).toBe(true);
    else expect(text).toContain("think>");
  });

  prop.prop([fc.string(), fc.string()])("gives back what was written after it", (plan, response) => {
    fc.pre(!/answer|think>|```/i.test(plan + response) && response.trim() !== "");
    const parsed = parsePlanAnswer(said(`Plan: ${plan}\nAnswer:\n${response}`));
    expect(parsed.ok && parsed.value.trim()).toBe(response.replace(/\r\n?/g, "\n").trim());
  });
});
