import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { openExport } from "@/lib/export/data/exports";
import { bodyText } from "@/lib/export/testing/read";
import type { Protocol } from "@/lib/protocol/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import { answer, fullProtocol, makeReviewFixture, newOp } from "@/lib/review/testing/fixture";
import { makeMember } from "@/testing/builders/people";

const allowing = (steps: readonly string[]): Protocol => ({
  steps: fullProtocol.steps.map((step) =>
    "exposure" in step && step.type !== "label" && steps.includes(step.type)
      ? { ...step, agree: "allowed" as const }
      : step,
  ),
});

const ALL = allowing(["rubric", "judge", "score"]);

async function opened(protocol: Protocol = ALL) {
  const fixture = await makeReviewFixture({ protocol, subjects: 1 });
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person);
  let base = 0;
  const write = async (...ops: Op[]) => {
    const answer = await recordOps(person.actor, id, { lease, base, ops });
    if (answer && "version" in answer) base = answer.version;
    return answer;
  };
  /** Dates the opening of the assignment and the recording of these operations back by an hour. */
  const anHourAgo = async (...ops: Op[]) => {
    const recordedAt = new Date(Date.now() - HOUR_MS);
    await db.operation.createMany({
      data: ops.map((op, n) => ({
        assignmentId: id,
        id: op.op,
        seq: base + n + 1,
        type: op.type,
        payload: op,
        clientAt: recordedAt,
        recordedAt,
      })),
    });
    base += ops.length;
    await db.assignment.update({ where: { id }, data: { openedAt: recordedAt, version: base } });
  };
  return { fixture, person, id, lease, write, anHourAgo };
}

const HOUR_MS = 3_600_000;

const onItems = () => newOp({ type: "agree", step: 0, targets: [{ item: "c0.1" }, { item: "c0.2" }] });
const onC1 = () =>
  newOp({
    type: "agree",
    step: 1,
    item: "C1",
    targets: [
      { item: "C1", line: 0 },
      { item: "C1", line: 1 },
    ],
    value: 4,
  });
const onOverall = () =>
  newOp({ type: "agree", step: 2, item: "overall", targets: [{ item: "overall", line: 0 }], value: 3 });
const ease = () => newOp({ type: "ask", question: "ease", value: "yes" });
const because = (code: string) => ({ refused: "does-not-fit", detail: { because: code } });

test("an annotator accepts a whole draft only where the step allows it", async () => {
  const { write, anHourAgo } = await opened(allowing(["judge"]));
  await anHourAgo();
  expect(await write(onItems())).toMatchObject(because("not-in-bulk"));
  expect(await write(onC1())).toMatchObject({ version: 1 });
});

test("accepting a draft before it can have been read is refused, also through the API", async () => {
  const { write, anHourAgo } = await opened();
  expect(await write(onC1())).toMatchObject(because("too-early"));
  expect(await write(answer("C2", 3), onItems())).toMatchObject(because("too-early"));
  await anHourAgo();
  expect(await write(onC1())).toMatchObject({ version: 1 });
  expect(await write(onItems())).toMatchObject({ version: 2 });
});

test("the reading time of a draft that opens with the last answer starts then", async () => {
  const { write, anHourAgo } = await opened();
  await anHourAgo();
  await write(onC1(), answer("C2", 5));
  expect(await write(onOverall())).toMatchObject(because("too-early"));

  const other = await opened();
  await other.anHourAgo(onC1(), answer("C2", 5));
  expect(await other.write(onOverall())).toMatchObject({ version: 3 });
});

test("accepting a hidden, already decided or partial draft is refused", async () => {
  const { write, anHourAgo } = await opened();
  await anHourAgo();
  expect(await write(onOverall())).toMatchObject(because("not-open"));
  const half = newOp({ type: "agree", step: 1, item: "C1", targets: [{ item: "C1", line: 0 }], value: 4 });
  expect(await write(half)).toMatchObject(because("not-whole"));
  const another = { ...onC1(), value: 5 } as Op;
  expect(await write(another)).toMatchObject(because("not-whole"));
  await write(onC1());
  expect(await write(onC1())).toMatchObject(because("nothing-to-agree"));
});

test("one undo reverts the whole acceptance, a redo repeats it, and it is stored once", async () => {
  const { person, id, lease, write, anHourAgo } = await opened();
  const agreed = onC1();
  await anHourAgo(agreed, answer("C2", 5));
  const undo = newOp({ type: "undo", of: agreed.op });
  await write(undo, newOp({ type: "undo", of: undo.op }));
  await write(onItems());
  await write(onOverall(), newOp({ type: "decide", target: { item: "overall", line: 0 }, action: "remove" }));
  await write(newOp({ type: "score", value: 2 }), ease());
  expect(await submit(person.actor, id, { lease })).toMatchObject({ state: "submitted" });

  const judgements = await db.judgement.findMany({
    where: { assignmentId: id },
    orderBy: { position: "asc" },
    include: { item: true, lines: { orderBy: { position: "asc" } } },
  });
  // Values decided individually afterwards are no longer marked as accepted in bulk.
  expect(
    judgements.map(({ item, value, bulk, lines }) => [
      item?.key,
      value,
      bulk,
      lines.map((line) => [line.action, line.bulk]),
    ]),
  ).toEqual([
    [
      "C1",
      4,
      true,
      [
        ["accept", true],
        ["accept", true],
      ],
    ],
    ["C2", 5, false, []],
    [undefined, 2, false, [["remove", false]]],
  ]);
  const decisions = await db.decision.findMany({ where: { assignmentId: id, judgementId: null } });
  expect(decisions.map(({ action, bulk }) => [action, bulk])).toEqual([
    ["accept", true],
    ["accept", true],
  ]);
});

test("a submission shows the acceptance to its annotator as it was made", async () => {
  const { person, id, write, anHourAgo } = await opened();
  await anHourAgo();
  const agreed = onC1();
  await write(agreed);
  const view = await findAssignment(person.actor, id);
  expect(view?.ops).toEqual([agreed]);
});

test("reports and exports mark bulk acceptances, and a study file preserves them", async () => {
  const { fixture, person, id, lease, write, anHourAgo } = await opened();
  await anHourAgo(onItems(), onC1(), answer("C2", 5));
  await write(onOverall(), ease());
  await submit(person.actor, id, { lease });

  const { study } = await loadStudy({
    projectId: fixture.project.id,
    datasetId: fixture.datasetId,
    batchId: fixture.batch.id,
  });
  const { decisions } = await reportOf(study);
  expect([decisions.lines.bulk, decisions.items.bulk, decisions.valuesInBulk]).toEqual([3, 2, 2]);

  const admin = await makeMember("admin", { project: fixture.project });
  const open = (format: "csv" | "study") => openExport(admin.actor, fixture.batch.id, format);
  const table: string[][] = parse(await bodyText((await open("csv"))?.body));
  const at = table[0]?.indexOf("is_bulk") ?? -1;
  // Two values, three decisions, and the answer to a question, which nobody can agree with in bulk.
  expect(table.slice(1).map((row) => row[at])).toEqual(["true", "false", "true", "true", "true", "false"]);

  const file = await bodyText((await open("study"))?.body);
  const again = await importStudyFile(fixture.project.id, [Buffer.from(file)], { fileName: "again.jsonl" });
  if (!("datasetId" in again)) return expect.fail(again.failure);
  const where = { datasetId: again.datasetId };
  expect(await db.judgement.count({ where: { ...where, bulk: true } })).toBe(2);
  expect(await db.decision.count({ where: { ...where, bulk: true } })).toBe(5);
});
