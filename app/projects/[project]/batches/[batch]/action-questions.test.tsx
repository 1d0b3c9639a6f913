import { expect, test } from "vitest";
import type { AffectedWork } from "@/lib/batch/schema/views";
import { questionOf, type Verb } from "./action-questions";

const BATCH = { id: "b", name: "Pilot", kind: "response", people: 2, dueAt: null } as const;

const said = (verb: Verb, counts: Partial<AffectedWork>) => {
  const affected = { free: 0, open: 0, onHold: 0, reopened: 0, submitted: 0, ...counts };
  return String(questionOf(verb, BATCH, affected, null).description).replaceAll("\u00a0", " ");
};

const COUNTING = ["pause", "resume", "close", "archive", "unarchive", "version"] as const;

test.each(COUNTING)("the dialog to %s a batch counts nothing of which there is none", (verb) => {
  const states = [{}, { submitted: 3 }, { free: 3 }, { open: 1 }, { reopened: 1 }];
  for (const counts of states) expect(said(verb, counts)).not.toMatch(/\b0\b/);
});

test("closing says what is lost and what stays", () => {
  expect(said("close", { submitted: 4 })).toBe(
    "4 submissions, results and exports stay. A closed batch cannot be opened again.",
  );
  expect(said("close", { free: 2, open: 1 })).toBe(
    "3 assignments will never be submitted. 1 assignment in progress is taken back: what was saved is kept, but it " +
      "does not count as submitted. Results and exports stay. A closed batch cannot be opened again.",
  );
  expect(said("close", { reopened: 1 })).toBe(
    "1 submission sent back stays as submitted. Results and exports stay. A closed batch cannot be opened again.",
  );
});

test("pausing, resuming and archiving count what there is", () => {
  expect(said("pause", { submitted: 1 })).toMatch(/assignment\. 1 submission does not change\.$/);
  expect(said("pause", {})).toMatch(/assignment\.$/);
  expect(said("resume", { free: 2 })).toBe("Annotators can claim and save again. 2 assignments are free.");
  expect(said("resume", {})).toBe("Annotators can claim and save again. No assignment is free.");
  expect(said("archive", { submitted: 2 })).toContain("2 submissions, results and exports stay readable.");
  expect(said("archive", {})).toContain("Results and exports stay readable.");
});
