import { expect, test } from "vitest";
import { conditionInWords, metadataCondition } from "@/lib/dataset/schema/metadata-condition";

test.each([
  ["topic=sea", { field: "topic", operator: "=", value: "sea" }, "topic: sea"],
  ["note=a>=b", { field: "note", operator: "=", value: "a>=b" }, "note: a>=b"],
  ["empty=", { field: "empty", operator: "=", value: "" }, "empty: "],
  ["reward >= 0.5", { field: "reward", operator: ">=", value: "0.5" }, "reward ≥ 0.5"],
  ["reward<=-2", { field: "reward", operator: "<=", value: "-2" }, "reward ≤ -2"],
  ["=x", null, "=x"],
  [">=1", null, ">=1"],
  ["no sign", null, "no sign"],
])("reads %s as a condition, and says it", (written, condition, words) => {
  expect(metadataCondition(written)).toEqual(condition);
  expect(conditionInWords(written)).toBe(words);
});
