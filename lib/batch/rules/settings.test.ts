import { expect, test } from "vitest";
import { Quality } from "@/lib/quality/schema";
import { isPast, settingsInWords } from "./settings";

const plain = {
  selection: { filter: {}, sample: null },
  seed: 7,
  subjectOrder: "random",
  itemOrder: "fixed",
  joinLater: false,
  mustRead: false,
  quality: Quality.parse({}),
  leaseMinutes: 30,
  dueAt: null,
  intake: null,
} as const;

test("every setting is listed, and nothing else", () => {
  expect(settingsInWords(plain).map(({ name }) => name)).toEqual([
    "Guidelines",
    "Order of assignments",
    "Order of items",
    "Own submissions",
    "Seed",
    "Reassign after",
  ]);
  const quality = Quality.parse({
    reserve: { share: 0.2, k: 2 },
    gold: { share: 0.1, feedback: true },
    planted: { share: 0.05, debrief: false },
    training: { subjects: 3 },
    exam: { subjects: 10, pass: 80, within: 1, attempts: 2, reveal: false },
    askAgain: true,
    disclosed: false,
  });
  const words = new Map(
    settingsInWords({
      ...plain,
      quality,
      joinLater: true,
      mustRead: true,
      selection: { filter: { tag: ["maths"], status: "untouched" }, sample: { size: 50, by: "tag" } },
      dueAt: "2026-12-01T22:59:59.000Z",
      intake: { limit: 5000, rate: 0.05, perDay: 40 },
    }).map((setting) => [setting.name, "day" in setting ? setting.day : setting.words]),
  );
  expect(words.get("Filter")).toBe("tags maths, not judged before");
  expect(words.get("Sample")).toBe("50 at random, in proportion to the tags");
  expect(words.get("Without drafts")).toBe("20 % of the work, 2 more people each");
  expect(words.get("Takes new ones by itself")).toBe("5 % of them, up to 40 a day (UTC) and 5,000 in all");
  expect(words.get("Exam")).toBe(
    "10 with gold values, 80 % right to pass, scores up to 1 off, 2 attempts, expected values never shown",
  );
  expect(words.get("Gold checks")).toBe("10 % of the work, with feedback");
  expect(words.get("Planted errors")).toBe("in 5 % of the drafts, never shown");
  expect(words.get("Disclosed")).toBe("annotators are not told");
  expect([...words.keys()]).toContain("Asked again");
  expect(words.get("Due")).toBe("2026-12-01T22:59:59.000Z");
});

test("a due date has passed when its day is over", () => {
  const now = new Date("2026-11-23T10:00:00Z");
  expect(isPast("2026-11-22T23:59:59Z", now)).toBe(true);
  expect(isPast("2026-11-23T23:59:59Z", now)).toBe(false);
  expect(isPast(null, now)).toBe(false);
});
