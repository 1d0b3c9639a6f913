import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { recordOps } from "@/lib/review/data/record-operations";
import { countRemarks, listRemarks, resolveFlag } from "@/lib/review/data/remarks";
import { skip } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const stamp = () => ({ op: randomUUID(), at: new Date().toISOString() });
const flag = (code: string, on = true, note?: string): Op => ({ ...stamp(), type: "flag", code, on, note });
const note = (text: string): Op => ({ ...stamp(), type: "note", text });
const undo = (of: string): Op => ({ ...stamp(), type: "undo", of });

async function makeRemarksFixture() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const researcher = await makeMember("researcher", { project });
  const ada = await makeMember("annotator", { project });
  const batch = await makeBatch({
    dataset: await makeDataset({ project, tasks: 3 }),
    annotators: [ada],
  });
  const claimed = await claim(ada.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  const { id, lease } = claimed.assignment;
  let base = 0;
  const record = async (...ops: Op[]) => {
    const saved = await recordOps(ada.actor, id, { lease, base, ops });
    if (saved && "version" in saved) base = saved.version;
    return saved;
  };
  const read = async (filter: "flags" | "resolved" | "skips" | "notes") =>
    (await listRemarks(researcher.actor, batch.id, filter)).rows;
  return { admin, researcher, ada, batch, id, lease, record, read };
}

test("flags and notes are what the operations amount to, undone ones left out", async () => {
  const { record, read, batch, researcher } = await makeRemarksFixture();
  const unsafe = flag("unsafe");
  await record(unsafe, flag("other", true, "Half of it is missing."), note("odd"));
  expect((await read("flags")).map(({ code, text }) => [code, text]).sort()).toEqual([
    ["other", "Half of it is missing."],
    ["unsafe", ""],
  ]);
  expect((await read("notes")).map(({ text }) => text)).toEqual(["odd"]);

  await record(undo(unsafe.op), note(""));
  expect(await countRemarks(researcher.actor, batch.id)).toEqual({
    flags: 1,
    resolved: 0,
    skips: 0,
    notes: 0,
  });
  await record(flag("other", false));
  expect(await read("flags")).toEqual([]);
  expect(await db.flag.count({ where: { batchId: batch.id } })).toBe(2);
});

test("a flag needs a code there is, and another one a note", async () => {
  const { record } = await makeRemarksFixture();
  const because = (outcome: unknown) => outcome as { refused: string; detail: { because: string } };
  expect(because(await record(flag("problem"))).detail.because).toBe("unknown-flag");
  expect(because(await record(flag("other", true, "  "))).detail.because).toBe("text-missing");
});

test("a flag is resolved once, and stays resolved when the annotator flags something else", async () => {
  const { admin, record, read } = await makeRemarksFixture();
  await record(flag("unsafe"));
  const [raised] = await read("flags");
  const id = raised?.id ?? "";
  expect(await resolveFlag(admin.actor, id, "Removed.")).toHaveProperty("resolvedAt");
  expect(await resolveFlag(admin.actor, id, "Again.")).toEqual({ refused: "flag-settled" });
  await record(flag("wrong-language"));
  expect((await read("resolved")).map(({ code, resolution }) => [code, resolution])).toEqual([
    ["unsafe", "Removed."],
  ]);
  expect((await read("flags")).map(({ code }) => code)).toEqual(["wrong-language"]);
});

test("skips are listed with their reason, under a pseudonym for researchers and a name for admins", async () => {
  const { admin, researcher, ada, batch, id, lease, read } = await makeRemarksFixture();
  await skip(ada.actor, id, { lease, reason: "I know the author." });
  expect(await read("skips")).toMatchObject([
    { text: "I know the author.", rater: ada.pseudonym, name: null },
  ]);
  const { rows } = await listRemarks(actAs(admin.actor, "researcher"), batch.id, "skips", {
    rater: ada.pseudonym,
  });
  expect(rows).toMatchObject([{ name: ada.name }]);
  const other = await listRemarks(researcher.actor, batch.id, "skips", { rater: "nobody" });
  expect(other.rows).toEqual([]);
  const outsider = await makeMember("admin");
  expect((await listRemarks(actAs(outsider.actor, "researcher"), batch.id, "skips")).rows).toEqual([]);
});
