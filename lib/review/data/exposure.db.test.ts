import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { prefetch } from "@/lib/batch/data/prefetch";
import { listQueue } from "@/lib/batch/data/progress";
import { withExposure } from "@/lib/batch/rules/design";
import { db } from "@/lib/database/db";
import { finalClass, valueIn } from "@/lib/judgement/rules/exposure";
import type { Exposure } from "@/lib/judgement/schema";
import { claim } from "@/lib/participation/data/claim";
import { findAnswers } from "@/lib/question/data";
import { loadStudy } from "@/lib/report/data/load-study";
import { findAssignment, listOwnWork } from "@/lib/review/data/assignments";
import { heartbeat, recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { Saved } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { answer, fullProtocol, makeReviewFixture, newOp, note } from "@/lib/review/testing/fixture";

/** An assignment claimed as in the browser, and everything the server has sent its annotator so far. */
async function working(exposure: Exposure) {
  const mark = ` canary-${randomUUID()}`;
  const protocol = { steps: withExposure(fullProtocol.steps, exposure) };
  const fixture = await makeReviewFixture({ protocol, subjects: 1, mark });
  const person = await fixture.join();
  const responses: unknown[] = [];
  const record = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    responses.push(value);
    return value;
  };
  const claimed = await record(claim(person.actor, fixture.batch.id));
  if (!claimed || !("assignment" in claimed)) throw new Error("there is work in the batch");
  const { id, lease } = claimed.assignment;
  const write = (base: number, ...ops: Op[]) => record(recordOps(person.actor, id, { lease, base, ops }));
  /** Fetches what an annotator's pages and the workbench fetch. */
  const look = async () => {
    await record(findAssignment(person.actor, id));
    await record(listQueue(person.actor));
    await record(listOwnWork(person.actor, fixture.batch.id));
    await record(findAnswers(person.actor, fixture.batch.id));
    await record(heartbeat(person.actor, id, lease));
    await record(submit(person.actor, id, { lease }));
  };
  const submitIt = () => submit(person.actor, id, { lease });
  const transcript = () => JSON.stringify(responses);
  return { fixture, person, id, lease, mark, write, look, submitWork: submitIt, heard: transcript };
}

const line = (item: string, n: number) =>
  newOp({ type: "decide", target: { item, line: n }, action: "accept" });
const item = (key: string) => newOp({ type: "decide", target: { item: key }, action: "accept" });
const reveal = (step: number, of?: string) => newOp({ type: "reveal", step, ...(of && { item: of }) });
const own = () =>
  newOp({ type: "add", target: { rubric: "c0" }, as: randomUUID(), text: "My own question?" });
const score = (value: number) => newOp({ type: "score", value });
const ease = () => newOp({ type: "ask", question: "ease", value: "yes" });

/** The stored rows of a submission, and how reports read them. */
async function stored({ fixture, id }: Awaited<ReturnType<typeof working>>) {
  const rows = await db.judgement.findMany({ where: { assignmentId: id }, orderBy: { position: "asc" } });
  const [unset] = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS "n" FROM "Judgement" WHERE "assignmentId" = ${id}::uuid AND "initial" IS NULL`;
  const scope = { projectId: fixture.project.id, datasetId: fixture.datasetId, batchId: fixture.batch.id };
  const { study } = await loadStudy(scope);
  return {
    rows: rows.map(({ exposure, draftId, initial, value }) => [exposure, draftId !== null, initial, value]),
    unset: unset?.n,
    classes: Array.from(study.judgements, (judgement) => [
      finalClass(judgement),
      valueIn(judgement, "independent"),
      valueIn(judgement, "exposed"),
    ]),
  };
}

test("judge, then reveal: no draft is sent before the own value, and both values are stored", async () => {
  const work = await working("judge-then-reveal");
  await work.look();
  expect(await work.write(0, reveal(1, "C1"))).toMatchObject({ refused: "does-not-fit" });
  expect(await work.write(0, line("C1", 0))).toMatchObject({ refused: "does-not-fit" });
  await work.write(0, own(), answer("C1", 2), note("thinking"));
  await work.look();
  expect(work.heard()).not.toContain(work.mark);
  expect(work.heard()).not.toContain("drafter-1");

  const shown = (await work.write(3, reveal(1, "C1"))) as Saved;
  expect(shown.revealed?.steps[1]).toMatchObject({
    items: [{ draft: { value: 4, lines: [`because${work.mark}`, `a 4${work.mark}`] } }, { draft: null }],
  });
  expect(JSON.stringify([shown.revealed?.steps[0], shown.revealed?.steps[2]])).not.toContain(work.mark);
  await work.write(4, line("C1", 0), line("C1", 1), answer("C1", 4), answer("C2", 5), score(1));
  await work.write(9, reveal(2, "overall"), line("overall", 0), ease());
  expect(await work.submitWork()).toMatchObject({
    refused: "incomplete",
    detail: { missing: [{ what: "score" }] },
  });
  await work.write(12, score(3));
  expect(await work.submitWork()).toMatchObject({ state: "submitted" });
  expect(await stored(work)).toEqual({
    rows: [
      ["judge_then_reveal", true, 2, 4],
      ["judge_then_reveal", false, null, 5],
      ["judge_then_reveal", true, 1, 3],
    ],
    unset: 1,
    classes: [
      ["exposed", 2, 4],
      ["exposed", null, 5],
      ["exposed", 1, 3],
    ],
  });
});

test("on request: an annotator who never requests a draft gets none, and has judged independently", async () => {
  const work = await working("on-request");
  await work.look();
  await work.write(0, own(), answer("C1", 2), answer("C2", 5), score(3), ease());
  await work.look();
  expect(work.heard()).not.toContain(work.mark);
  expect(work.heard()).not.toContain("drafter-1");
  expect(await stored(work)).toEqual({
    rows: [
      ["on_request", false, null, 2],
      ["on_request", false, null, 5],
      ["on_request", false, null, 3],
    ],
    unset: 3,
    classes: [
      ["independent", 2, null],
      ["independent", 5, null],
      ["independent", 3, null],
    ],
  });
  expect(JSON.stringify(await findAssignment(work.person.actor, work.id))).not.toContain(work.mark);
});

test("on request: the value before the draft was requested is stored apart, also when there was none", async () => {
  const work = await working("on-request");
  await work.write(0, reveal(1, "C1"), line("C1", 0), line("C1", 1), answer("C1", 4), answer("C2", 5));
  await work.write(5, score(1), reveal(2, "overall"), line("overall", 0), score(3), ease());
  expect(JSON.stringify(await findAssignment(work.person.actor, work.id))).not.toContain(`so?${work.mark}`);
  const shown = (await work.write(10, reveal(0))) as Saved;
  expect(JSON.stringify(shown.revealed?.steps[0])).toContain(`so?${work.mark}`);
  await work.write(11, item("c0.1"), item("c0.2"));
  expect(await work.submitWork()).toMatchObject({ state: "submitted" });
  expect(await stored(work)).toEqual({
    rows: [
      ["on_request", true, null, 4],
      ["on_request", false, null, 5],
      ["on_request", true, 1, 3],
    ],
    unset: 1,
    classes: [
      ["exposed", null, 4],
      ["independent", 5, null],
      ["exposed", 1, 3],
    ],
  });
});

test("score hidden: neither the value, nor the line that states it, nor those before it leave the server", async () => {
  const work = await working("score-hidden");
  const { lines } = await db.draft.findFirstOrThrow({
    where: { datasetId: work.fixture.datasetId, itemId: work.fixture.criteriaItems.C1 },
  });
  await work.look();
  for (const hidden of lines) expect(work.heard()).not.toContain(hidden);
  const view = await findAssignment(work.person.actor, work.id);
  expect(view?.frame.steps[1]).toMatchObject({
    items: [{ draft: { value: null, lines: [], first: 2, scoreLine: null } }, { draft: null }],
  });
  expect(await work.write(0, line("C1", 0))).toMatchObject({ refused: "does-not-fit" });
  const done = [answer("C1", 2), answer("C2", 5), line("overall", 0), score(3), ease()];
  const saved = (await work.write(0, item("c0.1"), item("c0.2"), ...done)) as Saved;
  for (const hidden of lines) expect(JSON.stringify(saved)).not.toContain(hidden);
  expect(saved.revealed?.steps[2]).toMatchObject({
    draft: { value: null, lines: [`all in all${work.mark}`] },
  });
  expect(await work.submitWork()).toMatchObject({ state: "submitted" });
  expect((await stored(work)).classes).toEqual([
    ["exposed", null, 2],
    ["exposed", null, 5],
    ["exposed", null, 3],
  ]);
});

test("when no line is known to state the value, only the value is hidden", async () => {
  const work = await working("score-hidden");
  await work.write(0, answer("C1", 2), answer("C2", 5));
  const view = await findAssignment(work.person.actor, work.id);
  expect(view?.frame.steps[2]).toMatchObject({
    draft: { value: null, lines: [`all in all${work.mark}`], first: 0, scoreLine: null },
  });
});

test("none: no draft leaves the server, whatever the annotator does", async () => {
  const work = await working("none");
  await work.look();
  for (const [step, of] of [[0], [1, "C1"], [2, "overall"]] as const)
    expect(await work.write(0, reveal(step, of))).toMatchObject({ refused: "does-not-fit" });
  await work.write(0, own(), answer("C1", 2), answer("C2", 5), score(3), ease());
  await work.look();
  expect(work.heard()).not.toContain(work.mark);
});

const EXPOSURES = ["none", "draft-first", "judge-then-reveal", "on-request", "score-hidden"] as const;

test.each(EXPOSURES)(
  "%s: no draft of a prefetched assignment leaves the server until it is opened",
  async (exposure) => {
    const mark = ` canary-${randomUUID()}`;
    const protocol = { steps: withExposure(fullProtocol.steps, exposure) };
    const fixture = await makeReviewFixture({ protocol, subjects: 3, mark });
    const person = await fixture.join();
    const current = await claim(person.actor, fixture.batch.id);
    if (!current || !("assignment" in current)) throw new Error("there is work in the batch");
    const responses: unknown[] = [];
    const prefetched = await prefetch(person.actor, fixture.batch.id, randomUUID());
    responses.push(
      prefetched,
      await listQueue(person.actor),
      await listOwnWork(person.actor, fixture.batch.id),
    );
    responses.push(await heartbeat(person.actor, current.assignment.id, current.assignment.lease));
    expect(prefetched?.assignments).toHaveLength(2);
    for (const id of prefetched?.assignments ?? []) {
      const storedRow = await db.assignment.findUniqueOrThrow({ where: { id } });
      const view = await findAssignment(person.actor, id);
      expect(view).toMatchObject({ state: "reserved", lease: null, leaseUntil: null });
      expect(view?.response?.text).toMatch(/^Response/);
      const lease = storedRow.lease ?? "";
      const write = recordOps(person.actor, id, { lease, base: 0, ops: [answer("C1", 2)] });
      responses.push(
        view,
        await write,
        await heartbeat(person.actor, id, lease),
        await submit(person.actor, id, { lease }),
      );
      expect(await write).toEqual({ refused: "not-open" });
    }
    expect(JSON.stringify(responses)).not.toContain(mark);
    expect(JSON.stringify(responses)).not.toContain("drafter-1");

    const place = (await findAssignment(person.actor, current.assignment.id))?.position ?? 0;
    await fixture.expire(current.assignment.id);
    await db.assignment.delete({ where: { id: current.assignment.id } });
    const opened = await claim(person.actor, fixture.batch.id);
    expect(opened).toMatchObject({ assignment: { id: prefetched?.assignments[0], position: place + 1 } });
    const seen = JSON.stringify(await findAssignment(person.actor, prefetched?.assignments[0] ?? ""));
    expect(seen.includes(mark)).toBe(exposure === "draft-first" || exposure === "score-hidden");
  },
);

test("a draft whose response was lost comes when the same operations are sent again", async () => {
  const work = await working("judge-then-reveal");
  const ops = [answer("C1", 2), reveal(1, "C1")];
  await work.write(0, ...ops);
  const again = (await work.write(0, ...ops)) as Saved;
  expect(again.version).toBe(2);
  expect(JSON.stringify(again.revealed)).toContain(`because${work.mark}`);
});

test("two tabs: a draft asked for in one is shown in the other, and an own value meant otherwise is a conflict", async () => {
  const work = await working("on-request");
  await work.write(0, reveal(1, "C1"));
  const merged = (await work.write(0, note("from the other"))) as Saved;
  expect(JSON.stringify(merged.revealed)).toContain(`because${work.mark}`);
  expect(await work.write(0, answer("C1", 2))).toMatchObject({
    refused: "stale",
    detail: {
      version: 2,
      ops: [{ type: "reveal" }, { type: "note" }],
      revealed: { steps: expect.any(Array) },
    },
  });
  const shown = (await findAssignment(work.person.actor, work.id))?.ops ?? [];
  const look = shown.find(({ type }) => type === "reveal")?.op ?? "";
  expect(await work.write(2, newOp({ type: "undo", of: look }))).toMatchObject({ refused: "does-not-fit" });
});
