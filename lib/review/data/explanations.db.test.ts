import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { ratings } from "@/lib/export/data/ratings";
import type { Protocol } from "@/lib/protocol/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import { answer, makeReviewFixture, newOp } from "@/lib/review/testing/fixture";

const protocol: Protocol = {
  steps: [{ type: "judge", kind: "criteria", exposure: "judge-then-reveal", explanations: "required" }],
};
/** Lines are in the order of their times, so that each has one of its own. */
let minute = 10;
const explain = (item: string, text: string): Op => ({
  ...newOp({ type: "add", target: { item, lines: true }, as: randomUUID(), text }),
  at: `2026-11-23T10:${minute++}:00.000Z`,
});

async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

test("values without a draft are submitted with their explanations, which files and reports tell apart", async () => {
  const fixture = await makeReviewFixture({ protocol });
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person);
  let base = 0;
  const write = async (...ops: Op[]) => {
    const saved = await recordOps(person.actor, id, { lease, base, ops });
    if (saved && "version" in saved) base = saved.version;
    return saved;
  };
  const view = await findAssignment(person.actor, id);
  const step = view?.frame.steps[0];
  const [drafted, bare] = ["C1", "C2"].map((name) =>
    step?.type === "judge" ? (step.items.find(({ text }) => text.includes(name))?.key ?? "") : "",
  );
  if (!drafted || !bare) return expect.fail("both criteria are shown");
  const reveal = newOp({ type: "reveal", step: 0, item: drafted });
  const line = (n: number) => newOp({ type: "decide", target: { item: drafted, line: n }, action: "accept" });

  await write(answer(drafted, 2));
  expect(await write(reveal)).toMatchObject({ refused: "does-not-fit" });
  await write(explain(drafted, "Too short."), reveal, line(0), line(1), explain(drafted, "But friendly."));
  await write(answer(drafted, 4), answer(bare, 1));
  const owed = { step: 0, what: "explanation", item: bare };
  expect(await submit(person.actor, id, { lease })).toMatchObject({
    refused: "incomplete",
    detail: { missing: [owed] },
  });
  await write(explain(bare, "No date."));
  expect(await submit(person.actor, id, { lease })).toMatchObject({ state: "submitted" });

  const scope = { projectId: fixture.project.id, datasetId: fixture.datasetId, batchId: fixture.batch.id };
  const rows = await collected(fromSnapshot((snapshot) => ratings(snapshot, scope)));
  expect(
    rows.map(({ item_id, explanation, initial_explanation }) => [item_id, explanation, initial_explanation]),
  ).toEqual([
    ["C1", "because\na 4\nToo short.\nBut friendly.", "Too short."],
    ["C2", "No date.", null],
  ]);
  const records = await collected(fromSnapshot((snapshot) => studyRecords(snapshot, scope)));
  const judged = records.flatMap((record) => (record.type === "judgement" ? [record.lines] : []));
  expect(judged[0]?.at(2)).toMatchObject({ action: "add", text: "Too short.", metadata: { initial: true } });
  expect(judged[1]).toMatchObject([{ action: "add", text: "No date." }]);

  const { study } = await loadStudy(scope);
  const report = await reportOf(study, { replicates: 10, seed: 1 });
  expect(report.explanations[0]).toMatchObject({ values: 2, explained: 2, words: 2 });
  expect(report.decisions.lines).toMatchObject({ n: 3, counts: { accept: 2, add: 1 } });
});
