import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import type { Fixture, Persona, RouteCases } from "@/testing/authorisation/case";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeVotes } from "@/testing/builders/submissions";

const ADMINS: Persona[] = ["admin", "site admin"];
const READERS: Persona[] = ["researcher", ...ADMINS];

type Project = Fixture["study"];

/** A study with one of each record per project, created once: reading changes nothing. */
const made = new Map<string, Promise<Record<string, string>>>();

function study(project: Project): Promise<Record<string, string>> {
  const known = made.get(project.id) ?? make(project);
  made.set(project.id, known);
  return known;
}

async function make(project: Project) {
  const dataset = await makeDataset({ project, tasks: 1, criteria: 1 });
  const annotator = await makeMember("annotator", { project });
  const batch = await makeBatch({ dataset, preset: "criterion-scoring", annotators: [annotator] });
  await makeVotes(batch, [annotator], () => [3]);
  const where = { datasetId: dataset.id };
  const [task, response, rubric, draft, judgement, assignment] = await Promise.all([
    db.task.findFirstOrThrow({ where }),
    db.response.findFirstOrThrow({ where }),
    db.rubric.findFirstOrThrow({ where }),
    db.draft.findFirstOrThrow({ where }),
    db.judgement.findFirstOrThrow({ where }),
    db.assignment.findFirstOrThrow({ where: { batchId: batch.id } }),
  ]);
  const by = { ...where, raterId: annotator.raterId };
  const { armId, arm } = judgement;
  const lineDecision = {
    ...by,
    judgementId: judgement.id,
    draftId: draft.id,
    line: 0,
    action: "accept",
  } as const;
  const decision = await db.decision.create({
    data: {
      ...lineDecision,
      batchId: batch.id,
      assignmentId: assignment.id,
      armId,
      arm,
      step: 0,
      exposure: "none",
    },
  });
  const work = { batchId: batch.id, assignmentId: assignment.id, raterId: assignment.raterId, step: 0 };
  const labelling = await db.labelling.create({
    data: {
      ...work,
      armId: assignment.armId,
      question: "kind",
      taskId: task.id,
      exposure: "none",
      labels: ["a"],
      shown: 1,
      submittedAt: new Date(),
    },
  });
  const answer = await db.askAnswer.create({ data: { ...work, question: "ease", value: "easier" } });
  // Records that came with the imported file.
  const about = { taskId: task.id, responseId: response.id, itemId: judgement.itemId };
  await db.judgement.create({ data: { ...by, ...about, key: "j1", target: "item", value: 4 } });
  const item = { rubricId: rubric.id, itemId: judgement.itemId, itemKey: "c1" };
  await db.decision.create({ data: { ...by, ...item, key: "k1", action: "accept" } });
  await makeRelated(assignment.id, { batch: batch.id, dataset: dataset.id, task: task.id });
  const version = await db.rubricVersion.findFirstOrThrow({ where: { rubricId: rubric.id } });
  return {
    version: version.id,
    dataset: dataset.id,
    batch: batch.id,
    task: task.id,
    response: response.id,
    rubric: rubric.id,
    draft: draft.id,
    judgement: judgement.id,
    decision: decision.id,
    assignment: assignment.id,
    labelling: labelling.id,
    answer: answer.id,
  };
}

/** One of each record related to a batch's judgements. */
async function makeRelated(assignmentId: string, of: { batch: string; dataset: string; task: string }) {
  const { batch: batchId, dataset: datasetId, task: taskId } = of;
  const { raterId, subjectId } = await db.assignment.findUniqueOrThrow({ where: { id: assignmentId } });
  const at = new Date();
  await db.flag.create({ data: { batchId, assignmentId, code: "unsafe", raisedAt: at } });
  const question = await db.question.create({
    data: { batchId, assignmentId, messages: { create: { seq: 1, fromAnnotator: true, text: "Why?" } } },
  });
  await db.publishedAnswer.create({
    data: { batchId, questionId: question.id, question: "Why?", answer: "Because." },
  });
  await db.reopening.create({
    data: { assignmentId, note: "Once more", submittedAt: at, version: 1, endedAt: at },
  });
  await db.goldAnswer.create({ data: { assignmentId, position: 0, given: 3, gold: 4, isRight: false } });
  await db.qualification.create({
    data: {
      batchId,
      raterId,
      qualifiedAt: at,
      by: "exam",
      exams: { create: { attempt: 1, asked: 2, right: 2, passed: true } },
    },
  });
  const draft = await db.draft.findFirstOrThrow({ where: { datasetId } });
  await db.plantedError.create({
    data: {
      batchId,
      subjectId,
      kind: "verdict",
      draftId: draft.id,
      value: 1,
      answers: { create: { assignmentId, answer: 1, detected: false } },
    },
  });
  const [guidelines] = await db.guidelines.findMany({ where: { batchId } });
  if (guidelines) await db.guidelinesRead.create({ data: { guidelinesId: guidelines.id, raterId } });
  const { seq } = (await db.operation.findFirst({ where: { assignmentId }, orderBy: { seq: "desc" } })) ?? {
    seq: 0,
  };
  await db.operation.create({
    data: {
      assignmentId,
      id: randomUUID(),
      seq: seq + 1,
      type: "note",
      payload: { text: "…" },
      clientAt: at,
    },
  });
  const gold = { question: "kind", labels: ["a"], raterId };
  await db.goldLabels.create({ data: { datasetId, key: "g1", taskId, ...gold } });
}

/** A case for reading one of these records, under the path's parameter name. */
function reading(names: Record<string, string>) {
  const pick = async (project: Project) => {
    const ids = await study(project);
    return Object.fromEntries(Object.entries(names).map(([param, noun]) => [param, ids[noun] ?? ""]));
  };
  return {
    may: READERS,
    params: (fixture: Fixture) => pick(fixture.study),
    foreign: (fixture: Fixture) => pick(fixture.otherStudy),
  };
}

const ofDataset = reading({ dataset: "dataset" });
const ofBatch = reading({ id: "batch" });

export const cases: RouteCases = {
  "GET /api/v1/projects/[project]/batches": {
    may: READERS,
    params: ({ study: { id } }) => ({ project: id }),
    foreign: ({ otherStudy: { id } }) => ({ project: id }),
  },
  "GET /api/v1/datasets/[dataset]/tasks": ofDataset,
  "GET /api/v1/datasets/[dataset]/responses": ofDataset,
  "GET /api/v1/datasets/[dataset]/rubrics": ofDataset,
  "GET /api/v1/datasets/[dataset]/drafts": ofDataset,
  "GET /api/v1/datasets/[dataset]/judgements": ofDataset,
  "GET /api/v1/datasets/[dataset]/decisions": ofDataset,
  "GET /api/v1/batches/[id]/judgements": ofBatch,
  "GET /api/v1/batches/[id]/decisions": ofBatch,
  "GET /api/v1/batches/[id]/labellings": ofBatch,
  "GET /api/v1/batches/[id]/ask-answers": ofBatch,
  "GET /api/v1/batches/[id]/assignments": ofBatch,
  "GET /api/v1/batches/[id]/assignments/[assignment]": reading({ id: "batch", assignment: "assignment" }),
  "GET /api/v1/tasks/[task]": reading({ task: "task" }),
  "GET /api/v1/responses/[response]": reading({ response: "response" }),
  "GET /api/v1/rubrics/[rubric]": reading({ rubric: "rubric" }),
  "GET /api/v1/drafts/[draft]": reading({ draft: "draft" }),
  "GET /api/v1/judgements/[judgement]": reading({ judgement: "judgement" }),
  "GET /api/v1/decisions/[decision]": reading({ decision: "decision" }),
  "GET /api/v1/labellings/[labelling]": reading({ labelling: "labelling" }),
  "GET /api/v1/ask-answers/[answer]": reading({ answer: "answer" }),
  "GET /api/v1/rubrics/[rubric]/versions": reading({ rubric: "rubric" }),
  "POST /api/v1/rubrics/[rubric]/retire": {
    ...reading({ rubric: "rubric" }),
    may: ADMINS,
    body: () => ({ retired: true }),
  },
  "GET /api/v1/rubric-versions/[version]": reading({ version: "version" }),
  "GET /api/v1/batches/[id]/rubrics": ofBatch,
  "GET /api/v1/batches/[id]/guidelines/versions": ofBatch,
  "GET /api/v1/batches/[id]/slots": ofBatch,
  "GET /api/v1/batches/[id]/flags": ofBatch,
  "GET /api/v1/batches/[id]/questions": ofBatch,
  "GET /api/v1/batches/[id]/published-answers": ofBatch,
  "GET /api/v1/batches/[id]/reopenings": ofBatch,
  "GET /api/v1/batches/[id]/gold-answers": ofBatch,
  "GET /api/v1/batches/[id]/planted-errors": ofBatch,
  "GET /api/v1/batches/[id]/qualifications": ofBatch,
  "GET /api/v1/batches/[id]/assignments/[assignment]/operations": reading({
    id: "batch",
    assignment: "assignment",
  }),
  "GET /api/v1/datasets/[dataset]/gold-labels": ofDataset,
};
