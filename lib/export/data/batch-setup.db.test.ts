import { expect, test } from "vitest";
import { listCases } from "@/lib/adjudication/data/cases";
import { recordRuling } from "@/lib/adjudication/data/rulings";
import { startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs } from "@/lib/auth/actor";
import { grantQualification } from "@/lib/batch/data/checks/qualification-grants";
import { db } from "@/lib/database/db";
import { setupOf } from "@/lib/export/testing/batch-setup";
import { listVotedUnits } from "@/lib/judgement/data/votes";
import { joinBatch } from "@/lib/participation/data/join";
import { NO_MEASURES } from "@/lib/quality/schema";
import { next } from "@/lib/quality/testing/fixture";
import { go, judging, qualifying } from "@/lib/quality/testing/qualifying";
import { makeBatch, makeParticipationLink } from "@/testing/builders/batches";
import { makeChecklists } from "@/testing/builders/checklists";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeRun } from "@/testing/builders/runs";

test("the setup of an open batch says how much of it is finished; that of a draft or a closed batch does not", async () => {
  const dataset = await makeDataset({ tasks: 3 });
  const annotators = [await makeMember("annotator", { project: { id: dataset.projectId } })];
  const batch = await makeBatch({ dataset, annotators, k: 1 });
  const asOf = async () => (await setupOf(batch)).words.asOf;
  const slot = await db.slot.findFirstOrThrow({ where: { batchId: batch.id } });
  const { id } = await db.assignment.create({
    data: {
      ...{ batchId: batch.id, subjectId: slot.subjectId, armId: slot.armId, slotId: slot.id, position: 1 },
      ...{
        raterId: annotators[0]?.raterId ?? "",
        state: "submitted",
        submittedAt: new Date(),
        submittedVersion: 0,
      },
    },
  });
  await db.slot.update({ where: { id: slot.id }, data: { assignmentId: id } });
  expect(await asOf()).toEqual({ at: expect.any(String), subjects: 3, finished: 1, rate: null });
  await db.batchIntake.create({ data: { batchId: batch.id, limit: 9, rate: 0.5, after: 0 } });
  expect(await asOf()).toMatchObject({ rate: 0.5 });
  await db.batch.update({ where: { id: batch.id }, data: { state: "closed", closedAt: new Date() } });
  expect(await asOf()).toBeNull();
});

test("the methods text names the rubrics that a run judged by", async () => {
  const dataset = await makeDataset({ tasks: 1 });
  await makeChecklists(dataset, "Older checklists");
  await makeChecklists(dataset, "Newer checklists");
  const run = await makeRun({ dataset, method: "tick.evaluate" });
  const drafts = { from: "run", run: run.id } as const;
  const batch = await makeBatch({
    ...{ dataset, preset: "checklist-answering", open: false },
    arms: [
      {
        ...{ name: "A", k: 1, exposure: null },
        steps: [{ type: "judge", kind: "checklist", exposure: "draft-first", drafts }],
      },
    ],
  });
  const { protocol, text } = await setupOf(batch);
  const name =
    "“Run” (tick.evaluate, model-1), which judged by rubrics from the run “Newer checklists” (tick.generate, model-1)";
  expect(protocol.sources).toMatchObject({ [run.id]: name });
  expect(text).toContain(`the run ${name}`);
});

test("the methods text counts a batch's own participants, grants, checks, planted errors, cases and times", async () => {
  const quality = {
    ...{ ...NO_MEASURES, exam: { subjects: 1, pass: 75, within: 0, attempts: 1, reveal: false } },
    ...{ gold: { share: 0.5, feedback: false }, planted: { share: 0.25, debrief: true }, disclosed: true },
  };
  const { admin, dataset, annotators, batch } = await qualifying(quality, 4);
  const [first, second, third, fourth] = annotators;
  if (!first || !second || !third || !fourth) throw new Error("four annotators are there");
  const undisclosed = { ...quality, disclosed: false };
  const other = await makeBatch({ dataset, annotators, arms: judging, quality: undisclosed, seed: 5 });

  const join = (token: string, person: string) =>
    joinBatch({ token, person, study: null, session: null }, null, `browser of ${person}`);
  const link = await makeParticipationLink(batch);
  for (const person of ["P1", "P2", "P1"])
    expect(await join(link.token, person)).not.toHaveProperty("refused");
  const further = await makeParticipationLink(other);
  expect(await join(further.token, "P3")).not.toHaveProperty("refused");

  const granted = async (who: typeof first, to: typeof batch, grant: "attempt" | "admission") => {
    if (grant === "attempt") await go(who, to, 1, "yes");
    const body = { grant, note: "They asked." };
    expect(await grantQualification(admin.actor, to.id, who.membershipId, body)).toEqual({ granted: grant });
  };
  for (const grant of ["attempt", "attempt", "admission"] as const) await granted(first, batch, grant);
  await granted(second, batch, "admission");
  await granted(third, batch, "admission");
  await granted(fourth, batch, "attempt");
  await granted(first, other, "attempt");
  await granted(second, other, "admission");

  // Seven responses for two people each: all but one are submitted, and that one is open.
  await go(first, batch, 7, "yes");
  await go(second, batch, 6, "no");
  const open = await next(third, batch);
  await go(second, other, 1, "no");
  const timed = async (id: string | undefined, minutes: number) =>
    db.assignment.update({ where: { id: id ?? "" }, data: { activeMs: minutes * 60_000 } });
  const submitted = await db.assignment.findMany({ where: { batchId: batch.id, state: "submitted" } });
  const work = submitted.filter(({ slotId }) => slotId !== null);
  expect([work.length, submitted.length - work.length]).toEqual([13, 3]);
  for (const [n, { id }] of work.entries()) await timed(id, [1, 2, 60][n] ?? 0);
  for (const { id, slotId } of submitted) if (slotId === null) await timed(id, 100);
  await timed(open?.id, 100);

  expect((await setupOf(batch)).words).toMatchObject({
    ...{ participants: 2, attemptsGranted: 3, waived: 3, checks: 4, planted: 2, adjudication: null },
    ...{ minutes: { median: 2, submissions: 3 }, quality },
  });
  const start = ({ id }: typeof batch) =>
    startAdjudication(admin.actor, id, { rule: DEFAULT_RULE, adjudicators: [] });
  const contested = (await listVotedUnits(db, batch.id)).filter(({ votes }) => votes.length === 2).length;
  expect(await start(batch)).toMatchObject({ cases: contested });
  expect(await start(other)).toMatchObject({ cases: 0 });
  const { rows } = await listCases(admin.actor, batch.id, "all", -1);
  const rule = (at: number, value: "yes" | null, after: number) =>
    recordRuling(actAs(admin.actor, "annotator"), batch.id, rows[at]?.id ?? "", { value, note: "", after });
  for (const at of [0, 1, 2]) expect(await rule(at, "yes", 0)).toEqual({ rulings: 1 });
  // A ruling that was withdrawn decides nothing.
  expect(await rule(2, null, 1)).toEqual({ rulings: 2 });

  const { words, text } = await setupOf(batch);
  expect(words).toMatchObject({ adjudication: { contested, decided: 2 } });
  for (const sentence of [
    "A submission took 2.0 active minutes at the median, over 3 submissions.",
    "3 further attempts were granted. For 3 people the exam was waived.",
    "4 responses with known answers were mixed in as gold checks, and are in no statistic.",
    "2 errors were planted in what was shown as drafted; what was said on them is in no statistic.",
    "Annotators were told so beforehand.",
    "2 people came through participation links of a crowdsourcing platform.",
    `decided 2 of ${contested} contested cases`,
  ])
    expect(text).toContain(sentence);

  const others = await setupOf(other);
  expect(others.words).toMatchObject({
    ...{ participants: 1, attemptsGranted: 1, waived: 1, checks: 4, planted: 2 },
    ...{ adjudication: { contested: 0, decided: 0 } },
  });
  expect(others.text).toContain("Annotators were not told so beforehand.");
});
