import { randomUUID } from "node:crypto";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import type { Protocol } from "@/lib/protocol/schema";
import type { Op } from "@/lib/review/schema/operation";
import type { Role } from "@/prisma/generated/client/client";
import { makeBatch } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const points = { type: "points", min: 1, max: 5 } as const;

/** Review of a checklist, scoring on criteria with drafts, an overall score behind them, and a question. */
export const fullProtocol: Protocol = {
  steps: [
    { type: "rubric", kind: "checklist", exposure: "draft-first" },
    { type: "judge", kind: "criteria", exposure: "draft-first" },
    {
      type: "score",
      question: "How good is it?",
      scale: points,
      exposure: "draft-first",
      opens: "when-judged",
    },
    {
      type: "ask",
      id: "ease",
      question: "Did the drafts help?",
      options: [
        { value: "yes", label: "Yes" },
        { value: "no", label: "No" },
      ],
    },
  ],
};

/** The same steps without drafts. */
export const independent: Protocol = {
  steps: fullProtocol.steps.map((step) =>
    "exposure" in step ? { ...step, exposure: "none" as const } : step,
  ),
};

/** A small study: tasks with a response and a checklist each, two criteria for all, drafts for one of them. */
function study(tasks: number, source: string, mark: string): object[] {
  const items = (keys: string[], scale: object, end = "") =>
    keys.map((id) => ({ id, text: `Is ${id} so?${end}`, scale }));
  const drafted = { type: "draft", rater: "drafter-1", raterKind: "llm", method: "m" };
  const written = { type: "rubric", origin: "llm", method: "m", model: "drafter-1" };
  const places = Array.from({ length: tasks }, (_, n) => {
    const [task, response] = [`t${n}-${source}`, `r${n}-${source}`];
    const checklist = items([`c${n}.1`, `c${n}.2`], { type: "yesno" }, mark);
    const lines = [`because${mark}`, `a 4${mark}`];
    return [
      { type: "task", id: task, instruction: `Instruction ${n}` },
      { type: "response", id: response, task, model: `model-${n}-${source}`, text: `Response ${n}` },
      { ...written, id: `c${n}`, task, kind: "checklist", items: checklist },
      { ...drafted, id: `d${n}1`, task, response, item: "C1", value: 4, lines, scoreLine: 1 },
      { ...drafted, id: `d${n}3`, task, response, item: "overall", value: 3, lines: [`all in all${mark}`] },
    ];
  }).flat();
  return [
    { type: "study", version: 1, name: "Study", source },
    { ...written, id: "criteria", task: null, kind: "criteria", items: items(["C1", "C2"], points) },
    ...places,
  ];
}

/**
 * A project with that study, and a batch on its responses that follows the protocol. Everything drafted ends
 * in `mark`: explanation lines and the questions of checklists.
 */
export async function makeReviewFixture({ protocol = fullProtocol, subjects = 2, mark = "" } = {}) {
  const project = await makeProject();
  const source = randomUUID();
  const lines = study(subjects, source, mark).map((record) => `${JSON.stringify(record)}\n`);
  const imported = await importStudyFile(project.id, [Buffer.from(lines.join(""))], {
    fileName: "study.jsonl",
  });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const { datasetId } = imported;
  const dataset = { id: datasetId, projectId: project.id };
  const batch = await makeBatch({ dataset, k: 3, guidelines: "Read first." });
  const { id: armId } = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  await db.arm.update({ where: { id: armId }, data: { protocol } });
  const places = await db.subject.findMany({
    where: { batchId: batch.id },
    orderBy: { task: { position: "asc" } },
    select: { id: true, task: true, response: true },
  });
  const drafter = await db.rater.findFirstOrThrow({ where: { datasetId, code: "drafter-1" } });
  const criteria = await db.rubric.findFirstOrThrow({ where: { datasetId, key: "criteria" } });
  const items = await db.item.findMany({ where: { rubricId: criteria.id } });
  const criteriaItems = Object.fromEntries(items.map(({ key, id }) => [key, id]));

  /** Adds an annotator to project and batch, who makes requests like the workbench. */
  async function join(role: Role = "annotator") {
    const member = await makeMember(role, { project });
    await db.batchAnnotator.create({ data: { batchId: batch.id, membershipId: member.membershipId } });
    return { ...member, actor: actAs(member.actor, "annotator") };
  }

  /** Opens an assignment on one of the subjects for an annotator. */
  async function open(person: Awaited<ReturnType<typeof join>>, subject = 0, position = subject + 1) {
    const subjectId = places[subject]?.id ?? "";
    const slot = await db.slot.findFirstOrThrow({ where: { subjectId, assignmentId: null } });
    const lease = randomUUID();
    const assignment = await db.assignment.create({
      data: {
        batchId: batch.id,
        subjectId,
        armId,
        slotId: slot.id,
        raterId: person.raterId,
        state: "open",
        lease,
        leaseUntil: new Date(Date.now() + 30 * 60_000),
        openedAt: new Date(),
        order: { seed: 7 },
        position,
      },
    });
    await db.slot.update({ where: { id: slot.id }, data: { assignmentId: assignment.id } });
    return { id: assignment.id, lease };
  }

  /** Lets the lease expire and frees the slot. */
  async function expire(id: string) {
    await db.assignment.update({ where: { id }, data: { state: "expired", lease: null, leaseUntil: null } });
    await db.slot.updateMany({ where: { assignmentId: id }, data: { assignmentId: null } });
  }

  return { project, datasetId, source, batch, drafter, criteria, criteriaItems, places, join, open, expire };
}

type Body = Op extends infer One ? (One extends Op ? Omit<One, "op" | "at"> : never) : never;

/** An operation as a browser would send it. */
export const newOp = (body: Body, op: string = randomUUID()): Op =>
  ({ op, at: new Date().toISOString(), ...body }) as Op;

export const note = (text: string) => newOp({ type: "note", text });
export const answer = (item: string, value: number | "yes" | "no" | "na" | null) =>
  newOp({ type: "answer", item, value });

/** Everything the full protocol requires for one subject, in a valid order. */
export const finishing = (n = 0): Op[] => [
  newOp({ type: "decide", target: { item: `c${n}.1` }, action: "accept" }),
  newOp({
    type: "decide",
    target: { item: `c${n}.2` },
    action: "revise",
    text: "Is it really so?",
    reason: { code: "ambiguous", note: "so?" },
  }),
  newOp({ type: "decide", target: { item: "C1", line: 0 }, action: "accept" }),
  newOp({ type: "decide", target: { item: "C1", line: 1 }, action: "remove" }),
  answer("C1", 2),
  answer("C2", 5),
  newOp({ type: "decide", target: { item: "overall", line: 0 }, action: "accept" }),
  newOp({ type: "score", value: 3 }),
  newOp({ type: "ask", question: "ease", value: "yes" }),
];
