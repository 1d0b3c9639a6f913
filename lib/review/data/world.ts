import { randomUUID } from "node:crypto";
import { actAs } from "@/lib/auth/actor";
import type { Protocol } from "@/lib/batch/schema";
import { db } from "@/lib/db";
import type { Op } from "@/lib/review/schema";
import { makeMember, makeProject } from "@/prisma/builders";
import type { Role } from "@/prisma/generated/client/client";

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

/** The same work without any draft in sight. */
export const independent: Protocol = {
  steps: fullProtocol.steps.map((step) =>
    "exposure" in step ? { ...step, exposure: "none" as const } : step,
  ),
};

export type World = Awaited<ReturnType<typeof makeWorld>>;

/** A project with a small study in it: two tasks, a response each, a checklist, two criteria and drafts. */
export async function makeWorld({ protocol = fullProtocol, subjects = 2 } = {}) {
  const project = await makeProject();
  const dataset = await db.dataset.create({
    data: { projectId: project.id, name: "Study", state: "ready", source: `source-${randomUUID()}` },
  });
  const drafter = await db.rater.create({
    data: { projectId: project.id, datasetId: dataset.id, kind: "llm", code: "drafter-1", method: "m" },
  });
  const criteria = await db.rubric.create({
    data: { datasetId: dataset.id, key: "criteria", position: 0, kind: "criteria" },
  });
  const criteriaItems = await makeItems(criteria.id, ["C1", "C2"], points);

  const places = [];
  for (let n = 0; n < subjects; n += 1) {
    const task = await db.task.create({
      data: {
        datasetId: dataset.id,
        key: `t${n}-${randomUUID()}`,
        position: n,
        instruction: `Instruction ${n}`,
        tags: [],
      },
    });
    const response = await db.response.create({
      data: {
        datasetId: dataset.id,
        taskId: task.id,
        key: `r${n}-${randomUUID()}`,
        position: n,
        model: `model-${randomUUID()}`,
        text: `Response ${n}`,
      },
    });
    const checklist = await db.rubric.create({
      data: { datasetId: dataset.id, taskId: task.id, key: `c${n}`, position: n, kind: "checklist" },
    });
    await makeItems(checklist.id, [`c${n}.1`, `c${n}.2`], { type: "yesno" });
    const draft = { datasetId: dataset.id, taskId: task.id, responseId: response.id, raterId: drafter.id };
    await db.draft.createMany({
      data: [
        {
          ...draft,
          key: `d${n}1`,
          position: 1,
          target: "item",
          itemId: criteriaItems.C1 ?? "",
          value: 4,
          lines: ["because", "a 4"],
          scoreLine: 1,
        },
        { ...draft, key: `d${n}3`, position: 3, target: "overall", value: 3, lines: ["all in all"] },
      ],
    });
    places.push({ task, response });
  }

  const batch = await db.batch.create({
    data: {
      projectId: project.id,
      datasetId: dataset.id,
      name: "Batch",
      preset: "criterion-scoring",
      k: 3,
      seed: 1,
      state: "open",
      openedAt: new Date(),
    },
  });
  await db.guidelines.create({
    data: { projectId: project.id, batchId: batch.id, version: 1, text: "Read first." },
  });
  const arm = await db.arm.create({ data: { batchId: batch.id, name: "main", position: 0, protocol } });
  const subjectIds: string[] = [];
  for (const [position, { task, response }] of places.entries()) {
    const subject = await db.subject.create({
      data: {
        batchId: batch.id,
        datasetId: dataset.id,
        kind: "response",
        position,
        taskId: task.id,
        responseId: response.id,
      },
    });
    subjectIds.push(subject.id);
    await db.slot.createMany({
      data: [1, 2, 3].map((replicate) => ({
        batchId: batch.id,
        subjectId: subject.id,
        armId: arm.id,
        replicate,
        orderKey: position,
      })),
    });
  }

  /** Somebody in the project who works on the batch, asking as the workbench does. */
  async function join(role: Role = "annotator") {
    const member = await makeMember(role, { project });
    await db.batchAnnotator.create({ data: { batchId: batch.id, membershipId: member.membershipId } });
    return { ...member, actor: actAs(member.actor, "annotator") };
  }

  /** An assignment opened for somebody on one of the subjects. */
  async function open(person: Awaited<ReturnType<typeof join>>, subject = 0, position = subject + 1) {
    const subjectId = subjectIds[subject] ?? "";
    const slot = await db.slot.findFirstOrThrow({ where: { subjectId, assignmentId: null } });
    const lease = randomUUID();
    const assignment = await db.assignment.create({
      data: {
        batchId: batch.id,
        subjectId,
        armId: arm.id,
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

  /** The lease runs out, the slot is free again. */
  async function expire(id: string) {
    await db.assignment.update({ where: { id }, data: { state: "expired", lease: null, leaseUntil: null } });
    await db.slot.updateMany({ where: { assignmentId: id }, data: { assignmentId: null } });
  }

  return {
    project,
    dataset,
    drafter,
    batch,
    arm,
    subjectIds,
    places,
    criteria,
    criteriaItems,
    join,
    open,
    expire,
  };
}

async function makeItems(rubricId: string, keys: string[], scale: object) {
  const version = await db.rubricVersion.create({
    data: { rubricId, version: 1, origin: "llm", model: "drafter-1", method: "m" },
  });
  const ids: Record<string, string> = {};
  for (const [position, key] of keys.entries()) {
    const item = await db.item.create({ data: { rubricId, key } });
    await db.itemVersion.create({
      data: {
        itemId: item.id,
        rubricId,
        rubricVersionId: version.id,
        position,
        text: `Is ${key} so?`,
        scale,
      },
    });
    ids[key] = item.id;
  }
  return ids;
}

type Body = Op extends infer One ? (One extends Op ? Omit<One, "op" | "at"> : never) : never;

/** An operation as a browser would make it. */
export const gesture = (body: Body, op: string = randomUUID()): Op =>
  ({ op, at: new Date().toISOString(), ...body }) as Op;

export const note = (text: string) => gesture({ type: "note", text });
export const answer = (item: string, value: number | "yes" | "no" | "na" | null) =>
  gesture({ type: "answer", item, value });

/** Everything the full protocol asks for on one subject, in an order that is always possible. */
export const finishing = (n = 0): Op[] => [
  gesture({ type: "decide", target: { item: `c${n}.1` }, action: "accept" }),
  gesture({
    type: "decide",
    target: { item: `c${n}.2` },
    action: "revise",
    text: "Is it really so?",
    reason: { code: "ambiguous", note: "so?" },
  }),
  gesture({ type: "decide", target: { item: "C1", line: 0 }, action: "accept" }),
  gesture({ type: "decide", target: { item: "C1", line: 1 }, action: "remove" }),
  answer("C1", 2),
  answer("C2", 5),
  gesture({ type: "decide", target: { item: "overall", line: 0 }, action: "accept" }),
  gesture({ type: "score", value: 3 }),
  gesture({ type: "ask", question: "ease", value: "yes" }),
];
