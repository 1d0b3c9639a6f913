import { setTimeout } from "node:timers/promises";
import { listCases } from "@/lib/adjudication/data/cases";
import { setDiscussion } from "@/lib/adjudication/data/comments";
import { startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs } from "@/lib/auth/actor";
import { moveBatch } from "@/lib/batch/data/change-state";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { findVersion } from "@/lib/judge/data/judges";
import { setReviewDiscussion } from "@/lib/rubric/data/discussion";
import { publishCard } from "@/lib/study/data/cards";
import { seedDemo } from "@/prisma/seed";
import { makeBatch, makeGold, makeParticipationLink } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudgeVersion, makeLabelled } from "@/testing/builders/judges";
import {
  makeInvitation,
  makeMember,
  makePasswordLink,
  makeSiteAdmin,
  makeUser,
} from "@/testing/builders/people";
import { makeRefinement, makeRun } from "@/testing/builders/runs";
import { makeStudy } from "@/testing/builders/studies";

const PATIENCE_MS = 60_000;

/** Waits until the worker has frozen a version. */
async function frozen(id: string): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await setTimeout(100)) {
    const { sha256 } = await db.studyVersion.findUniqueOrThrow({ where: { id }, select: { sha256: true } });
    if (sha256 !== null) return;
  }
  throw new Error("the worker did not freeze the study in time");
}

export type ScreenFixture = Awaited<ReturnType<typeof makeScreenFixture>>;

/** An annotator who voted on a contested case. */
async function voterOn(id: string): Promise<{ id: string }> {
  const about = { batchId: true, responseId: true, itemId: true };
  const found = await db.adjudicationCase.findUniqueOrThrow({ where: { id }, select: about });
  const { membership } = await db.rater.findFirstOrThrow({
    where: { membership: { isNot: null }, judgements: { some: found } },
    select: { membership: { select: { userId: true } } },
  });
  if (!membership) throw new Error("nobody in the project voted on the case");
  return { id: membership.userId };
}

/** The demo project plus what its screens need, with the ids in their addresses. */
export async function makeScreenFixture() {
  await seedDemo();
  const person = (email: string) => db.user.findUniqueOrThrow({ where: { email }, select: { id: true } });
  const [admin, annotator] = await Promise.all([
    person("admin@demo.example"),
    person("annotator@demo.example"),
  ]);
  const project = await db.project.findFirstOrThrow({ where: { sample: true }, select: { id: true } });
  const sample = await db.dataset.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true, tasks: { take: 1, select: { id: true } } },
  });
  const dataset = { id: sample.id, projectId: project.id };
  const batchCalled = async (name: string) => {
    const { id } = await db.batch.findFirstOrThrow({ where: { projectId: project.id, name } });
    return { id, projectId: project.id };
  };
  const scores = await batchCalled("Scores with and without drafts");
  const answers = await batchCalled("Checklist answers, no drafts");
  const reviews = await batchCalled("Checklist review");
  const { actor } = await makeSiteAdmin();
  const asAdmin = actAs(actor, "admin");

  await startAdjudication(asAdmin, answers.id, { rule: DEFAULT_RULE, adjudicators: [] });
  const [contested] = (await listCases(asAdmin, answers.id, "all", -1)).rows;
  await moveBatch(asAdmin, answers.id, "close");
  await setDiscussion(asAdmin, answers.id, { open: true });
  const voter = await voterOn(contested?.id ?? "");
  const study = await makeStudy([answers], { state: "asked" });
  await frozen(study.versionId);
  const of = { study: study.id, version: study.versionId };
  const card = await publishCard(asAdmin, of, { texts: false, listed: false });
  if (!card || "refused" in card) throw new Error(`the study was not made public: ${card?.refused}`);

  const draft = await makeBatch({ dataset, name: "A draft of a batch", open: false });
  const run = await makeRun({ dataset });
  const refinement = await makeRefinement({ dataset });
  const failed = await importStudyFile(project.id, [Buffer.from("id,question\n1\n")], {
    fileName: "rows.csv",
  });
  const broken = await db.import.findFirstOrThrow({
    where: { projectId: project.id, state: "failed" },
    select: { id: true },
  });
  if ("datasetId" in failed) throw new Error("a file that does not fit was imported");
  const reviewed = await db.decision.findFirstOrThrow({
    where: { batchId: reviews.id, rubricId: { not: null }, rater: { membership: { isNot: null } } },
    select: { rubricId: true, rater: { select: { membership: { select: { userId: true } } } } },
  });
  await moveBatch(asAdmin, reviews.id, "close");
  await setReviewDiscussion(asAdmin, reviews.id, { open: true });
  const submitted = await db.assignment.findFirstOrThrow({
    where: { batchId: scores.id, state: "submitted" },
    select: { id: true },
  });

  await db.passkey.createMany({
    data: ["Laptop at work", "Security key with a long name, kept in the drawer"].map((name) => ({
      userId: annotator.id,
      name,
      credentialId: `screens-${name}`,
      publicKey: Buffer.from("none"),
      transports: ["internal"],
    })),
    skipDuplicates: true,
  });
  const own = { ...(await makeMember("annotator", { project, user: await makeUser() })) };
  const membership = await db.membership.findFirstOrThrow({
    where: { userId: annotator.id, projectId: project.id },
    select: { id: true },
  });
  const labelled = await makeLabelled({
    project,
    tasks: 12,
    label: (task) => (Number(task.slice(1)) % 5) + 1,
    value: () => 4,
  });
  const { judge } = labelled;
  const first = (await findVersion(judge.admin.actor, judge.id, { number: 1 }))?.spec;
  if (first)
    await makeJudgeVersion(judge, judge.version, { ...first, system: `${first.system}\nBe strict.` });
  const exercises = await makeDataset({ project, tasks: 3, checklist: 1 });
  await makeGold(exercises, { responses: 2 });
  const exam = await makeBatch({
    dataset: exercises,
    annotators: [{ membershipId: membership.id }, own],
    preset: "checklist-answering",
    quality: { exam: { subjects: 1, pass: 100, within: 0, attempts: 2, reveal: false } },
  });
  return {
    people: {
      ...{ admin, annotator, voter, reviewer: { id: reviewed.rater.membership?.userId ?? "" } },
      "site admin": await person("site@demo.example"),
    },
    project: project.id,
    dataset: dataset.id,
    task: sample.tasks[0]?.id ?? "",
    scores: scores.id,
    answers: answers.id,
    reviews: reviews.id,
    draft: draft.id,
    exam: exam.id,
    contested: contested?.id ?? "",
    rubric: reviewed.rubricId ?? "",
    submission: submitted.id,
    assignment: "",
    run: run.id,
    judge: judge.id,
    labelled: labelled.dataset.id,
    refinement: refinement.id,
    trace: refinement.unit,
    failed: broken.id,
    study: study.id,
    card: card.url.split("/").at(-1) ?? "",
    invitation: (await makeInvitation(project)).token,
    join: (await makeParticipationLink(scores)).token,
    password: (await makePasswordLink(await makeUser())).split("/").at(-1) ?? "",
  };
}
