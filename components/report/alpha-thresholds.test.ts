import { expect, test } from "vitest";
import { alphaThresholdSentence } from "./alpha-thresholds";

test("says which usual thresholds α reaches, and what is usually concluded", () => {
  expect(alphaThresholdSentence(0.85, [0.81, 0.9], true)).toBe("Not below 0.8: usually called reliable.");
  expect(alphaThresholdSentence(0.7, null, true)).toBe(
    "Between 0.667 and 0.8: usually enough for tentative conclusions.",
  );
  expect(alphaThresholdSentence(0.2, [0.1, 0.3], true)).toBe(
    "Below 0.667: usually too low to conclude from.",
  );
  expect(alphaThresholdSentence(0.667, null, true)).toMatch(/^Between/);
  expect(alphaThresholdSentence(0.8, null, true)).toMatch(/^Not below 0.8/);
});

test("says which thresholds the interval does not decide", () => {
  expect(alphaThresholdSentence(0.6, [0.5, 0.7], true)).toMatch(/the interval reaches above 0\.667\.$/);
  expect(alphaThresholdSentence(0.6, [0.5, 0.85], true)).toMatch(/the interval reaches above 0\.8\.$/);
  expect(alphaThresholdSentence(0.7, [0.6, 0.85], true)).toMatch(
    /the interval reaches below 0\.667 and above 0\.8\.$/,
  );
  expect(alphaThresholdSentence(0.82, [0.6, 0.9], true)).toMatch(/the interval reaches below 0\.667\.$/);
});

test("concludes nothing from values given with a draft in view", () => {
  expect(alphaThresholdSentence(0.9, [0.85, 0.95], false)).toBe("Not below 0.8.");
  expect(alphaThresholdSentence(0.63, [0.59, 0.67], false)).toBe(
    "Below 0.667; the interval reaches above 0.667.",
  );
});
