import { expect, test } from "vitest";
import { addressFor, endingOf, welcome } from "@/lib/participation/rules";

const now = new Date("2026-11-20T12:00:00Z");
const before = new Date("2026-11-20T11:00:00Z");
const link = { quota: 2, expiresAt: null, closedAt: null };
const arrival = { link, batch: "open" as const, place: null, occupied: 1, now };
const working = { completedAt: null, leftAt: null, screenedAt: null };
const left = { ...working, leftAt: before };

test.each([
  ["a place is free", {}, "admit"],
  ["all places are taken", { occupied: 2 }, "no-places"],
  ["the link has ended", { link: { ...link, expiresAt: before } }, "participation-ended"],
  ["the link was closed", { link: { ...link, closedAt: before } }, "participation-ended"],
  ["the batch is a draft", { batch: "draft" as const }, "study-not-open"],
  ["the batch is paused", { batch: "paused" as const }, "batch-paused"],
  ["the batch is closed", { batch: "closed" as const }, "batch-closed"],
  ["they are at work, and all is taken", { place: working, occupied: 2 }, "resume"],
  [
    "they are at work, and the link has ended",
    { place: working, link: { ...link, closedAt: before } },
    "resume",
  ],
  ["they left, and a place is free", { place: left }, "admit"],
  ["they left, and all is taken", { place: left, occupied: 2 }, "no-places"],
  ["they did not pass the exam, and a place is free", { place: { ...left, screenedAt: before } }, "resume"],
  [
    "they completed it, and the batch is closed",
    { place: { ...working, completedAt: before }, batch: "closed" as const },
    "resume",
  ],
])("a person opens the link, and %s", (_, different, expected) => {
  expect(welcome({ ...arrival, ...different })).toBe(expected);
});

test("an ended participation is shown with its message and code", () => {
  const link = { completionCode: "DONE", completionUrl: null, screenedCode: null, screenedUrl: null };
  expect(endingOf("completed", link)).toEqual({ code: "DONE", url: null });
  expect(endingOf("screened", link)).toBeNull();
  expect(endingOf("screened", { ...link, screenedCode: "OUT" })).toEqual({ code: "OUT", url: null });
  expect(endingOf("left", link)).toBeNull();
  expect(endingOf("working", link)).toBeNull();
});

test("the address for the platform carries its placeholders", () => {
  const parameters = { personParameter: "PROLIFIC_PID", studyParameter: "STUDY_ID", sessionParameter: null };
  expect(addressFor("https://a.example/join/t", parameters)).toBe(
    "https://a.example/join/t?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}",
  );
});
