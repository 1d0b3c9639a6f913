import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import type { Protocol } from "@/lib/protocol/schema";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import { makeReviewFixture, newOp } from "@/lib/review/testing/fixture";

const protocol: Protocol = {
  steps: [
    {
      type: "ask",
      id: "safe",
      question: "Is it safe?",
      options: [
        { value: "yes", label: "Yes" },
        { value: "no", label: "No" },
      ],
    },
    {
      type: "rubric",
      kind: "checklist",
      exposure: "draft-first",
      onlyIf: [{ type: "ask", id: "safe", is: "yes" }],
    },
  ],
};

/** A claimed assignment of that protocol, and everything the server has sent its annotator. */
async function working() {
  const mark = ` canary-${randomUUID()}`;
  const fixture = await makeReviewFixture({ protocol, subjects: 1, mark });
  const { actor } = await fixture.join();
  const claimed = await claim(actor, fixture.batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("there is work in the batch");
  const { id, lease } = claimed.assignment;
  const sent: unknown[] = [claimed];
  const write = async (base: number, ...ops: Op[]) => {
    const saved = await recordOps(actor, id, { lease, base, ops });
    sent.push(saved, await findAssignment(actor, id));
    return saved;
  };
  const hasDraft = () => JSON.stringify(sent).includes(mark);
  return { id, write, hasDraft, submitIt: () => submit(actor, id, { lease }) };
}

const safe = (value: string) => newOp({ type: "ask", question: "safe", value });
const accept = (item: string) => newOp({ type: "decide", target: { item }, action: "accept" });

test("an instruction that is not safe is submitted without its checklist, whose draft is never sent", async () => {
  const { id, write, hasDraft, submitIt } = await working();
  expect(await submitIt()).toMatchObject({ refused: "incomplete" });
  expect(await write(0, safe("no"))).toMatchObject({ version: 1 });
  expect(await write(1, accept("c0.1"))).toMatchObject({ refused: expect.any(String) });
  expect(await submitIt()).toMatchObject({ state: "submitted" });
  expect(hasDraft()).toBe(false);
  expect(await db.decision.count({ where: { assignmentId: id } })).toBe(0);
});

test("a safe instruction gets its draft with the answer, and requires decisions", async () => {
  const { id, write, hasDraft, submitIt } = await working();
  expect(hasDraft()).toBe(false);
  expect(await write(0, safe("yes"))).toMatchObject({ version: 1, revealed: expect.anything() });
  expect(hasDraft()).toBe(true);
  expect(await submitIt()).toMatchObject({ refused: "incomplete" });
  await write(1, accept("c0.1"), accept("c0.2"));
  expect(await submitIt()).toMatchObject({ state: "submitted" });
  expect(await db.decision.count({ where: { assignmentId: id } })).toBe(2);
});

test("decisions made before the answer was changed stay among the operations without effect", async () => {
  const { id, write, submitIt } = await working();
  await write(0, safe("yes"), accept("c0.1"), accept("c0.2"), safe("no"));
  expect(await submitIt()).toMatchObject({ state: "submitted" });
  expect(await db.decision.count({ where: { assignmentId: id } })).toBe(0);
  expect(await db.operation.count({ where: { assignmentId: id } })).toBe(4);
});
