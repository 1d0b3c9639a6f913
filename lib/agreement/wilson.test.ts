import { expect, test } from "vitest";
import { wilsonInterval } from "./wilson";

test("a share of 0 or 1 has an interval of positive width", () => {
  // R: binom::binom.confint(0, 4, methods = "wilson")
  expect(wilsonInterval(0, 4)).toEqual({ low: 0, high: expect.closeTo(0.4899, 4) });
  expect(wilsonInterval(1, 10)).toEqual({ low: expect.closeTo(0.7225, 4), high: 1 });
  // Newcombe (1998), Statistics in Medicine 17:857: 81 of 263.
  expect(wilsonInterval(81 / 263, 263)).toEqual({
    low: expect.closeTo(0.2553, 4),
    high: expect.closeTo(0.3662, 4),
  });
});
