import { expect, test } from "vitest";
import { progressWords } from "@/components/report/progress-words";

test.each([
  [{ finished: 40, subjects: 1200, rate: null }, "40 of 1,200 responses finished so far"],
  [{ finished: 0, subjects: 1, rate: 1 }, "0 of 1 response finished so far, and the batch takes new ones"],
  [
    { finished: 3, subjects: 9, rate: 0.125 },
    "3 of 9 responses finished so far, and the batch takes 12.5 % of the new ones",
  ],
])("the progress of a batch is said in words", (progress, words) => {
  expect(progressWords(progress, "response").replaceAll("\u00a0", " ")).toBe(words);
});
