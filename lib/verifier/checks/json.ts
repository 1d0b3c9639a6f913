import { depthOf, MAX_DEPTH } from "../text/lists-and-tables";
import { fences, unfenced } from "../text/markdown";
import { countOf, type Finding, type FormatDetails, spansOf, weigh } from "../types";
import { nameDifference } from "./tables";

type JsonParseResult = { value: unknown } | { problem: string };

/** Strict JSON, without repairs; refuses excessive nesting. */
export function parseJsonResponse(text: string): JsonParseResult {
  if (depthOf(text) > MAX_DEPTH) return { problem: `nested deeper than ${MAX_DEPTH}` };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, at).split("\n");
    return { problem: `not JSON at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}` };
  }
}

export function runJson(text: string, { names, only, count, shape }: FormatDetails): Finding {
  const inside = unfenced(text);
  const parsed = parseJsonResponse(inside);
  if ("problem" in parsed) return notJson(text, parsed.problem);
  const { value } = parsed;
  const scalar = typeof value !== "object" || value === null;
  if (scalar)
    return { verdict: "borderline", evidence: { summary: "a single JSON value, neither object nor array" } };
  if (shape && (shape === "array") !== Array.isArray(value)) {
    return {
      verdict: "no",
      evidence: { summary: `JSON, but ${Array.isArray(value) ? "an array" : "an object"}` },
    };
  }
  const elements = Array.isArray(value) ? value : [value];
  if (count) {
    const length = Array.isArray(value) ? value.length : Object.keys(value).length;
    const { verdict, evidence } = weigh({ elements: length }, count);
    if (verdict !== "yes" || !names)
      return { verdict, evidence: { ...evidence, summary: `JSON with ${countOf(length, "element")}` } };
  }
  if (!names) return { verdict: "yes", evidence: { summary: "valid JSON" } };
  let near = false;
  for (const [i, element] of elements.entries()) {
    const keys =
      typeof element === "object" && element !== null && !Array.isArray(element) ? Object.keys(element) : [];
    const { missing, extra, nearly } = nameDifference(keys, names);
    near ||= nearly.length > 0;
    if (missing.length > nearly.length || (only && extra.length > nearly.length)) {
      return {
        verdict: "no",
        evidence: {
          summary: `element ${i + 1}: missing ${missing.join(", ") || "none"}; further ${extra.join(", ") || "none"}`,
          details: { missing, extra },
        },
      };
    }
  }
  if (elements.length === 0)
    return { verdict: "borderline", evidence: { summary: "an empty JSON array has no keys" } };
  return {
    verdict: near ? "borderline" : "yes",
    evidence: { summary: `JSON with the keys ${names.join(", ")}${near ? " in another case" : ""}` },
  };
}

function notJson(text: string, problem: string): Finding {
  if (problem.startsWith("nested")) return { verdict: "borderline", evidence: { summary: problem } };
  const blocks = fences(text)
    .filter(({ content }) => /^\s*[[{]/.test(content))
    .slice(0, 5);
  const block = blocks.find(({ content }) => "value" in parseJsonResponse(content.trim()));
  return {
    verdict: "no",
    evidence: {
      summary: block ? `there is text outside; a valid JSON block is inside (${problem})` : problem,
      ...(block ? { spans: spansOf([block], "JSON") } : {}),
    },
  };
}
