import { expect, test } from "vitest";
import { standing } from "./alpha-thresholds";

test("says where α stands against the usual bars, and what is usually concluded", () => {
  expect(standing(0.85, [0.81, 0.9], true)).toBe("Not below 0.8: usually called reliable.");
  expect(standing(0.7, null, true)).toBe("Between 0.667 and 0.8: usually enough for tentative conclusions.");
  expect(standing(0.2, [0.1, 0.3], true)).toBe("Below 0.667: usually too low to conclude from.");
  expect(standing(0.667, null, true)).toMatch(/^Between/);
  expect(standing(0.8, null, true)).toMatch(/^Not below 0.8/);
});

test("says which bars the interval leaves open", () => {
  expect(standing(0.6, [0.5, 0.7], true)).toMatch(/the interval reaches above 0\.667\.$/);
  expect(standing(0.6, [0.5, 0.85], true)).toMatch(/the interval reaches above 0\.8\.$/);
  expect(standing(0.7, [0.6, 0.85], true)).toMatch(/the interval reaches below 0\.667 and above 0\.8\.$/);
  expect(standing(0.82, [0.6, 0.9], true)).toMatch(/the interval reaches below 0\.667\.$/);
});

test("concludes nothing from values given with a draft in view", () => {
  expect(standing(0.9, [0.85, 0.95], false)).toBe("Not below 0.8.");
  expect(standing(0.63, [0.59, 0.67], false)).toBe("Below 0.667; the interval reaches above 0.667.");
});
