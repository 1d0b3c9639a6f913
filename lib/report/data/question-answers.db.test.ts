import { expect, test } from "vitest";
import { fromSnapshot } from "@/lib/database/snapshot";
import { countRatings, ratings } from "@/lib/export/data/ratings";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { finishing, makeReviewFixture } from "@/lib/review/testing/fixture";

test("an answer to a question is in the ratings table and in the report of its batch", async () => {
  const fixture = await makeReviewFixture();
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person);
  await recordOps(person.actor, id, { lease, base: 0, ops: finishing() });
  expect(await submit(person.actor, id, { lease })).toMatchObject({ state: "submitted" });

  const scope = { projectId: fixture.project.id, datasetId: fixture.datasetId, batchId: fixture.batch.id };
  const { study } = await loadStudy(scope);
  const report = await reportOf(study, { replicates: 10, seed: 1 });
  expect(report.answers).toMatchObject([
    { question: "ease", text: "Did the drafts help?", arm: null, label: "Yes", count: 1, share: 1 },
    { question: "ease", arm: null, label: "No", count: 0, share: 0 },
  ]);
  expect(report.answerAgreement).toMatchObject([{ question: "ease", value: null }]);

  const rows: Record<string, unknown>[] = [];
  let counted = 0;
  for await (const row of fromSnapshot(async function* (snapshot) {
    counted = await countRatings(snapshot, scope);
    yield* ratings(snapshot, scope);
  }))
    rows.push(row);
  expect(rows).toHaveLength(counted);
  const response = `r0-${fixture.source}`;
  expect(rows.at(-1)).toMatchObject({
    ...{ arm: "A", task_id: `t0-${fixture.source}`, response_id: response, item_id: "ease" },
    ...{ unit: `${response}/ask/ease`, item_text: "Did the drafts help?", final_value: "yes" },
    ...{ exposure: null, draft_value: null, explanation: null, is_gold: false },
  });
});
