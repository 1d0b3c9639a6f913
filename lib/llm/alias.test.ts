import { expect, test } from "vitest";
import { isSameModel } from "./alias";

test.each([
  ["gpt-4o", "gpt-4o"],
  ["gpt-4o", "gpt-4o-2024-08-06"],
  ["gpt-4o", "openai/gpt-4o"],
  ["openai/gpt-4o", "gpt-4o-2024-08-06"],
  ["openai/gpt-4o", "openai/gpt-4o-2024-08-06"],
  ["gpt-4", "gpt-4-0613"],
  ["mistral-large", "mistral-large-2407"],
  ["mistral-large-latest", "mistral-large-2407"],
  ["claude-3-5-sonnet", "claude-3-5-sonnet-20240620"],
  ["claude-3-5-sonnet", "claude-3-5-sonnet@20240620"],
  ["claude-3-5-sonnet-latest", "claude-3-5-sonnet-20241022"],
  ["models/gemini-2.0-flash", "gemini-2.0-flash"],
  ["Llama-3.1-8B", "meta-llama/llama-3.1-8b"],
])("%s is answered by %s", (requested, answered) => {
  expect(isSameModel(requested, answered)).toBe(true);
});

test.each([
  ["gpt-4o", "gpt-4o-mini"],
  ["gpt-4o", "gpt-4o-mini-2024-07-18"],
  ["gpt-4", "gpt-4o"],
  ["gpt-4o-2024-05-13", "gpt-4o-2024-08-06"],
  ["gpt-4o-2024-05-13", "gpt-4o"],
  ["gpt-4", "gpt-4-32k-0613"],
  ["model", "model-9999"],
  ["openai/gpt-4o", "azure/gpt-4o"],
  ["meta-llama/llama-3", "other/llama-3-0613"],
  ["gpt-4o", ""],
])("%s is not answered by %s", (requested, answered) => {
  expect(isSameModel(requested, answered)).toBe(false);
});
