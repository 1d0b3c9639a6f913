import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, test } from "vitest";
import {
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatInterval,
  formatMoney,
  formatPercent,
  formatPercentInterval,
  formatQuantity,
  formatRelative,
  formatSetPercent,
  formatStatistic,
  formatTime,
} from "./format";

/** Replaces non-breaking spaces: a failure message would not show the difference. */
const plain = (text: string) => text.replace(/\u00a0/g, " ");

describe("statistics", () => {
  test.each([
    [0.6312, "0.63"],
    [1, "1.00"],
    [-0.237, "\u22120.24"],
    [-0.001, "0.00"],
    [0, "0.00"],
    [null, "\u2013"],
    [Number.NaN, "\u2013"],
  ])("%s is written %s", (value, text) => expect(formatStatistic(value)).toBe(text));

  test("an interval keeps both ends on one line", () => {
    expect(formatInterval([0.598, 0.6631])).toBe("[0.60,\u00a00.66]");
    expect(formatInterval([-0.1, 0.2])).toBe("[\u22120.10,\u00a00.20]");
    expect(formatInterval(null)).toBe("\u2013");
  });

  test("an interval of percentages has the decimals of the percentage", () => {
    expect(formatPercentInterval([0.3861, 0.5209])).toBe("[38.6,\u00a052.1]\u00a0%");
    expect(formatPercentInterval(null)).toBe("\u2013");
  });

  test.each([
    [0.812, "81.2 %"],
    [1, "100.0 %"],
    [0.00049, "0.0 %"],
    [-0.034, "\u22123.4 %"],
    [null, "\u2013"],
  ])("the share %s is written %s", (share, text) => expect(plain(formatPercent(share))).toBe(text));

  test.each([
    [0.1, "10 %"],
    [1, "100 %"],
    [0.125, "12.5 %"],
    [0.0025, "0.25 %"],
    [0, "0 %"],
  ])("the set share %s is written %s", (share, text) => expect(plain(formatSetPercent(share))).toBe(text));

  property.prop([fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })])(
    "a formatted number is within half a unit of its last place",
    (value) => {
      const read = Number(formatStatistic(value, 3).replace("\u2212", "-").replaceAll(",", ""));
      expect(Math.abs(read - value)).toBeLessThanOrEqual(0.0005 + 1e-9);
    },
  );
});

describe("amounts", () => {
  test("counts have separators and nouns agree", () => {
    expect(formatCount(1_234_567)).toBe("1,234,567");
    expect(plain(formatQuantity(1, "unit"))).toBe("1 unit");
    expect(plain(formatQuantity(1000, "unit"))).toBe("1,000 units");
    expect(plain(formatQuantity(0, "reply", "replies"))).toBe("0 replies");
  });

  test.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [999_999, "1.0 MB"],
    [4_210_000, "4.2 MB"],
    [25_600_000, "26 MB"],
    [3e15, "3,000 TB"],
  ])("%s bytes are %s", (bytes, text) => expect(plain(formatBytes(bytes))).toBe(text));

  test.each([
    [0, "0 ms"],
    [850, "850 ms"],
    [12_400, "12 s"],
    [60_000, "1 min"],
    [80_000, "1 min 20 s"],
    [59_999, "1 min"],
    [7_500_000, "2 h 5 min"],
    [3_599_999, "1 h"],
    [86_400_000, "1 d"],
    [273_600_000, "3 d 4 h"],
  ])("%s ms last %s", (ms, text) => expect(plain(formatDuration(ms))).toBe(text));
});

describe("times", () => {
  const moment = new Date("2026-11-20T10:41:07Z");

  test("a moment is written in the zone asked for", () => {
    expect(plain(formatDate(moment, "UTC"))).toBe("20 Nov 2026");
    expect(plain(formatTime(moment, "UTC"))).toBe("10:41:07");
    expect(plain(formatDateTime(moment, "UTC"))).toBe("20 Nov 2026, 10:41");
    expect(plain(formatTime(moment, "Asia/Tokyo"))).toBe("19:41:07");
    expect(plain(formatTime(new Date("2026-11-20T00:00:00Z"), "UTC"))).toBe("00:00:00");
  });

  test.each([
    [0, "just now"],
    [44_000, "just now"],
    [-10_000, "in a moment"],
    [60_000, "1 min ago"],
    [59.6 * 60_000, "1 h ago"],
    [-7_200_000, "in 2 h"],
    [3 * 86_400_000, "3 d ago"],
  ])("%s ms before now is %s", (distance, text) => {
    expect(plain(formatRelative(new Date(moment.getTime() - distance), moment))).toBe(text);
  });
});

test("writes money with as many decimals as a small sum needs", () => {
  expect(formatMoney(1_204_500_000, "USD")).toBe("USD\u00a01,204.50");
  expect(formatMoney(3_100, "EUR")).toBe("EUR\u00a00.0031");
  expect(formatMoney(45_000, "USD")).toBe("USD\u00a00.045");
  expect(formatMoney(1, "USD")).toBe("USD\u00a00.000001");
  expect(formatMoney(0, "USD")).toBe("USD\u00a00.00");
  expect(formatMoney(null, "USD")).toBe("\u2013");
});
