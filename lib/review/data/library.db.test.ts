import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { withExposure } from "@/lib/batch/rules/design";
import { db } from "@/lib/database/db";
import { isOfLibrary } from "@/lib/drafting/rules/item-library";
import { libraryFor } from "@/lib/drafting/rules/proofs";
import type { Exposure } from "@/lib/judgement/schema";
import type { Protocol } from "@/lib/protocol/schema";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import { previewFrame } from "@/lib/review/stimulus/find-frame";
import { finishing, fullProtocol, makeReviewFixture, newOp } from "@/lib/review/testing/fixture";

/** The full protocol, with library items offered in its checklist review. */
const offering: Protocol = {
  steps: fullProtocol.steps.map((step) =>
    step.type === "rubric" ? { ...step, library: "offered" as const } : step,
  ),
};
const [FACTS = "", PARTS = ""] = libraryFor("checklist", null, []);

async function opened(protocol: Protocol, exposure: Exposure = "draft-first") {
  const fixture = await makeReviewFixture({ protocol: { steps: withExposure(protocol.steps, exposure) } });
  const person = await fixture.join();
  const { id, lease } = await fixture.open(person);
  const seen = async () => JSON.stringify(await findAssignment(person.actor, id));
  return { fixture, person, id, lease, seen };
}

test("items of the library are offered only if the step allows it", async () => {
  const { seen } = await opened(fullProtocol);
  expect(await seen()).not.toContain(FACTS);
});

test("general items that no item covers are offered if the step allows it", async () => {
  const { fixture, person, id } = await opened(offering);
  const stepOf = async () => (await findAssignment(person.actor, id))?.frame.steps[0];
  const all = libraryFor("checklist", null, []);
  expect(await stepOf()).toMatchObject({
    rubrics: [{ key: "c0", items: [{ text: "Is c0.1 so?" }, { text: "Is c0.2 so?" }], library: all }],
  });
  await db.itemVersion.updateMany({
    where: { item: { key: "c0.1", rubric: { datasetId: fixture.datasetId } } },
    data: { text: "Is it factually right?" },
  });
  expect(await stepOf()).toMatchObject({ rubrics: [{ library: all.filter((text) => text !== FACTS) }] });
});

test("a chosen item stays marked as from the library, also when reworded", async () => {
  const { person, id, lease } = await opened(offering);
  const [chosen, reworded, read] = [randomUUID(), randomUUID(), randomUUID()];
  const add = (as: string, text: string, offered?: string) =>
    newOp({ type: "add", target: { rubric: "c0" }, as, text, ...(offered && { offered }) });
  const ops = [
    add(chosen, FACTS, FACTS),
    add(reworded, PARTS, PARTS),
    add(reworded, "Does it deal with both parts?"),
    add(read, "Is it short? (“short”)", "Is it short? (“short”)"),
    ...finishing(),
  ];
  await recordOps(person.actor, id, { lease, base: 0, ops });
  expect(await submit(person.actor, id, { lease })).toMatchObject({ state: "submitted" });
  const rows = await db.decision.findMany({ where: { assignmentId: id, action: "add" } });
  const of = (key: string) => rows.find(({ itemKey }) => itemKey === key);
  const library = { origin: "library", method: "offline.library@1", isModelGenerated: false };
  expect(of(chosen)).toMatchObject({ text: FACTS, metadata: { ...library, offered: FACTS } });
  expect(of(reworded)).toMatchObject({
    text: "Does it deal with both parts?",
    metadata: { ...library, offered: PARTS },
  });
  expect(of(read)?.metadata).toMatchObject({ origin: "offline_rules" });
});

test("an annotator without drafts is offered nothing, and one with drafts on request only after the request", async () => {
  const independent = await opened(offering, "none");
  expect(await independent.seen()).not.toContain(FACTS);

  const { person, id, lease, seen } = await opened(offering, "on-request");
  expect(await seen()).not.toContain(FACTS);
  await recordOps(person.actor, id, { lease, base: 0, ops: [newOp({ type: "reveal", step: 0 })] });
  expect(await seen()).toContain(FACTS);
});

test("a preview offers the same items as an assignment, also without a checklist", async () => {
  const { fixture } = await opened(offering);
  const subject = await db.subject.findFirstOrThrow({
    where: { id: fixture.places[0]?.id },
    include: { task: { select: { key: true, position: true } } },
  });
  const { armId } = await db.assignment.findFirstOrThrow({ where: { batchId: fixture.batch.id } });
  const place = { batchId: fixture.batch.id, armId, subject };
  const offered = async () => {
    const { frame } = await previewFrame(place, offering, "fixed");
    const [step] = frame.steps;
    return step?.type === "rubric" ? step.rubrics.map(({ library = [] }) => library) : [];
  };
  const [there = []] = await offered();
  expect(there.every(isOfLibrary)).toBe(true);
  await db.rubric.updateMany({
    where: { datasetId: fixture.datasetId, kind: "checklist" },
    data: { taskId: fixture.places[1]?.task.id ?? null },
  });
  expect(await offered()).toEqual([there]);
});
