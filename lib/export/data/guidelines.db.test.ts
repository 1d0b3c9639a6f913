import { expect, test } from "vitest";
import { changeBatch } from "@/lib/batch/data/batches";
import { openBatch } from "@/lib/batch/data/open-batch";
import { openExport } from "@/lib/export/data/exports";
import { bodyText } from "@/lib/export/testing/read";
import { claim } from "@/lib/participation/data/claim";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

test("the ratings have the guidelines version of each judgement", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const [early, between, late] = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ];
  const dataset = await makeDataset({ project, tasks: 1 });
  const batch = await makeBatch({
    dataset,
    annotators: [early, between, late],
    preset: "direct-scoring",
    k: 3,
    open: false,
  });
  await changeBatch(admin.actor, batch.id, { guidelines: "One rule." });
  await openBatch(admin.actor, batch.id);
  const begin = async ({ actor }: typeof early) => {
    const claimed = await claim(actor, batch.id);
    if (!claimed || !("assignment" in claimed)) return expect.fail("nothing was claimed");
    return (await findAssignment(actor, claimed.assignment.id)) ?? expect.fail();
  };
  const score = async ({ actor }: typeof early, view: Awaited<ReturnType<typeof begin>>, value: number) => {
    const lease = view.lease ?? "";
    const ops = [newOp({ type: "score", value })];
    await recordOps(actor, view.id, { lease, base: view.version, ops });
    expect(await submit(actor, view.id, { lease })).toMatchObject({ state: "submitted" });
  };
  await score(early, await begin(early), 2);
  // The guidelines of an assignment are those it was started under.
  const begun = await begin(between);
  await changeBatch(admin.actor, batch.id, { guidelines: "Another rule." });
  await score(between, begun, 3);
  await score(late, await begin(late), 4);

  const jsonl = await bodyText((await openExport(admin.actor, batch.id, "jsonl"))?.body);
  const rows = jsonl
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const versions = rows.map(({ rater, guidelines_version }) => [rater, guidelines_version]);
  expect(Object.fromEntries(versions)).toEqual({
    [early.pseudonym]: 1,
    [between.pseudonym]: 1,
    [late.pseudonym]: 2,
  });
});
