import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { changeBatch } from "@/lib/batch/data/batches";
import { openBatch } from "@/lib/batch/data/open-batch";
import { db } from "@/lib/database/db";
import { openExport } from "@/lib/export/data/exports";
import { bodyText } from "@/lib/export/testing/read";
import { claim } from "@/lib/participation/data/claim";
import { NO_MEASURES } from "@/lib/quality/schema";
import { readAssignments } from "@/lib/resources/data/batch-records";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/** Submits one assignment in which two pastes and an absence are reported, and reads its row of the ratings. */
async function ratedWith(signals: boolean) {
  const project = await makeProject();
  const [admin, annotator] = [
    await makeMember("admin", { project }),
    await makeMember("annotator", { project }),
  ];
  const dataset = await makeDataset({ project, tasks: 1 });
  const options = { annotators: [annotator], preset: "direct-scoring" as const, k: 1, open: false };
  const batch = await makeBatch({ dataset, ...options });
  await changeBatch(admin.actor, batch.id, { quality: { ...NO_MEASURES, signals } });
  await openBatch(admin.actor, batch.id);
  const claimed = await claim(annotator.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) return expect.fail("nothing was claimed");
  const view = (await findAssignment(annotator.actor, claimed.assignment.id)) ?? expect.fail();
  const lease = view.lease ?? "";
  const counted = { pastes: 1, pastedCharacters: 40, timesAway: 0, awayMs: 0 };
  const ops = [
    newOp({ type: "score", value: 3 }),
    newOp({ type: "time", spent: [], signals: counted }),
    newOp({ type: "time", spent: [], signals: { ...counted, timesAway: 1, awayMs: 2500 } }),
  ];
  await recordOps(annotator.actor, view.id, { lease, base: view.version, ops });
  const submitted = await submit(annotator.actor, view.id, { lease, language: "es" });
  expect(submitted).toMatchObject({ state: "submitted" });
  const jsonl = await bodyText((await openExport(admin.actor, batch.id, "jsonl"))?.body);
  const row = JSON.parse(jsonl.trimEnd().split("\n")[0] ?? "") as Record<string, unknown>;
  const stored = await db.assignment.findUniqueOrThrow({ where: { id: view.id } });
  const listed = await readAssignments(actAs(admin.actor, "researcher"), batch.id, { limit: 1 });
  return { view, row, stored: stored.signals, listed: listed?.items[0] };
}

test("if a batch counts signals, annotators read so beforehand, and the counts are columns of the ratings", async () => {
  const { view, row, stored, listed } = await ratedWith(true);
  expect(view.batch.signals).toBe(true);
  expect(view.disclosures).toEqual([{ about: "signals" }]);
  expect(stored).toEqual({ pastes: 2, pastedCharacters: 80, timesAway: 1, awayMs: 2500 });
  // The disclosure stood beside the work, in this language.
  expect(listed).toMatchObject({ signals: stored, language: "es" });
  expect(row).toMatchObject({ pastes: 2, pasted_characters: 80, times_away: 1, away_ms: 2500 });
});

test("if a batch counts no signals, annotators read nothing of them, and signals that a browser sends are not stored", async () => {
  const { view, row, stored } = await ratedWith(false);
  expect(view.disclosures).toEqual([]);
  expect(stored).toBeNull();
  expect(row).toMatchObject({ pastes: null, pasted_characters: null, times_away: null, away_ms: null });
});
