import { describe, expect, test } from "vitest";
import { estimateFinish } from "@/lib/batch/rules/finish-estimate";

describe("the estimated finish", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const of = (change: Partial<Parameters<typeof estimateFinish>[0]> = {}) =>
    estimateFinish({
      state: "open",
      left: 200,
      unfillable: 0,
      submitted: 100,
      since: new Date("2026-11-18T12:00:00Z"),
      now,
      lastAt: now,
      working: 3,
      hours: [],
      ...change,
    });

  test("is what is left at the pace so far", () => {
    const finish = of();
    expect(finish).toMatchObject({ at: new Date("2026-11-24T12:00:00Z"), perDay: 50, days: 2 });
    if (finish.at === null) throw new Error("no estimate");
    expect(finish.earliest < finish.at && finish.at < finish.latest).toBe(true);
  });

  test("has a narrower range the more was submitted", () => {
    const width = (submitted: number) => {
      const finish = of({ submitted, left: submitted });
      return finish.at === null ? null : finish.latest.getTime() - finish.earliest.getTime();
    };
    expect(width(10_000)).toBeLessThan(width(10) ?? 0);
  });

  test.each([
    ["done", { left: 0, state: "closed" as const }],
    ["not-open", { state: "paused" as const }],
    ["unfillable", { unfillable: 3 }],
    ["too-few", { submitted: 4 }],
    ["too-few", { since: null }],
    ["too-soon", { since: now }],
    ["too-soon", { since: new Date("2026-11-20T11:00:01Z") }],
  ])("is none: %s", (because, change) => expect(of(change)).toEqual({ at: null, because }));

  test("is none without active annotators, or after two days without a submission", () => {
    const lastAt = new Date("2026-11-18T11:00:00Z");
    expect(of({ working: 0 })).toEqual({ at: null, because: "nobody-works", lastAt: now });
    expect(of({ lastAt })).toEqual({ at: null, because: "nobody-works", lastAt });
    expect(of({ lastAt: new Date("2026-11-18T13:00:00Z") }).at).not.toBeNull();
  });

  test("counts working hours only: no nights and no weekends", () => {
    // A Friday noon; since last Friday ten submissions an hour from 8 to 18 on working days.
    const days = [13, 16, 17, 18, 19, 20].map((day) => `2026-11-${day}`);
    const hours = days
      .flatMap((day) =>
        Array.from({ length: 10 }, (_, n) => ({
          at: new Date(`${day}T${String(8 + n).padStart(2, "0")}:00:00Z`),
          submitted: 10,
        })),
      )
      .filter(({ at }) => at >= new Date("2026-11-13T12:00:00Z") && at < now);
    const submitted = hours.length * 10;
    const estimate = (left: number) =>
      of({ left, submitted, hours, since: new Date("2026-11-13T12:00:00Z") }).at?.toISOString();
    expect(estimate(50)).toBe("2026-11-20T17:00:00.000Z");
    expect(estimate(70)).toBe("2026-11-23T09:00:00.000Z");
    expect(estimate(60 + 500)).toBe("2026-11-27T18:00:00.000Z");
  });
});
