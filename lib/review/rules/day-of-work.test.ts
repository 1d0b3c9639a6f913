import { expect, test } from "vitest";
import { workSince } from "@/lib/review/rules/day-of-work";

const minutes = (count: number) => count * 60_000;

test("the day counts submissions since midnight; the pace is per hour of active work", () => {
  const work = [
    { at: "2026-11-23T09:30:00Z", activeMs: minutes(10) },
    { at: "2026-11-23T08:00:00Z", activeMs: minutes(20) },
    { at: "2026-11-22T23:59:59Z", activeMs: minutes(90) },
  ];
  expect(workSince(work, new Date("2026-11-23T00:00:00Z"))).toEqual({
    submitted: 2,
    activeMs: minutes(30),
    perHour: 4,
  });
});

test("without submissions, and with too few, there is no pace", () => {
  expect(workSince([], new Date(0))).toEqual({ submitted: 0, activeMs: 0, perHour: null });
  const short = [{ at: "2026-11-23T09:30:00Z", activeMs: 4_000 }];
  expect(workSince(short, new Date(0))).toEqual({ submitted: 1, activeMs: 4_000, perHour: null });
});

test("a submission whose time was never measured counts, and slows no pace", () => {
  const work = [
    { at: "2026-11-23T09:30:00Z", activeMs: minutes(6) },
    { at: "2026-11-23T09:40:00Z", activeMs: null },
  ];
  expect(workSince(work, new Date(0))).toEqual({ submitted: 2, activeMs: minutes(6), perHour: 10 });
});
