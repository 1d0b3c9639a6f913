import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import type { Step } from "@/lib/protocol/schema";
import { findAssignment } from "@/lib/review/data/assignments";
import { previewAssignment } from "@/lib/review/data/preview";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset, makePreferenceDraft } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

type Drafter = { drafter?: "hidden" | "shown" };

const reviewed = (who: Drafter): Step[] => [
  { type: "rubric", kind: "checklist", exposure: "draft-first", ...who },
  { type: "judge", kind: "checklist", exposure: "draft-first", ...who },
];
const compared = (who: Drafter): Step[] => [
  {
    ...{ type: "prefer", question: "Which is better?", form: "five-point", sides: "fixed" },
    ...{ exposure: "draft-first", ...who },
  } as Step,
];

/** Everything sent to the annotator of the first assignment of a batch with these steps, and its preview. */
async function sent(steps: Step[], preset: "checklist-answering" | "preference") {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 1, responses: 2, checklist: 2 });
  if (preset === "preference") await makePreferenceDraft(dataset, { value: 2, lines: ["because"] });
  const made = { dataset, annotators: [annotator], preset, k: 1 };
  const arms = [{ name: "A", k: 1, exposure: null, steps }];
  const draft = await makeBatch({ ...made, arms, open: false });
  const preview = await previewAssignment(admin.actor, draft.id, { arm: 0, subject: 0 });
  const batch = await makeBatch({ ...made, arms });
  const claimed = await claim(annotator.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) return expect.fail("nothing was claimed");
  const view = await findAssignment(annotator.actor, claimed.assignment.id);
  const { protocol } = await db.arm.findFirstOrThrow({ where: { batchId: batch.id } });
  return { view: JSON.stringify(view), preview: JSON.stringify(preview?.view), protocol };
}

test.each([
  ["items and values", reviewed, "checklist-answering"],
  ["a preference", compared, "preference"],
] as const)(
  "the drafter of %s is sent to annotators only where the step says so",
  async (_, steps, preset) => {
    const hidden = await sent(steps({}), preset);
    expect(hidden.view).toContain('"draft":{');
    for (const seen of [hidden.view, hidden.preview]) expect(seen).not.toContain("drafter");
    expect(hidden.protocol).toMatchObject({ steps: steps({ drafter: "hidden" }) });

    const shown = await sent(steps({ drafter: "shown" }), preset);
    for (const seen of [shown.view, shown.preview]) expect(seen).toContain('"by":"drafter-1"');
  },
);

test("a batch that was opened before there was a choice goes on naming who drafted", async () => {
  const project = await makeProject();
  const annotator = await makeMember("annotator", { project });
  const dataset = await makeDataset({ project, tasks: 1, checklist: 2 });
  const batch = await makeBatch({
    ...{ dataset, annotators: [annotator], preset: "checklist-answering", k: 1 },
    arms: [{ name: "A", k: 1, exposure: null, steps: reviewed({}) }],
  });
  await db.arm.updateMany({ where: { batchId: batch.id }, data: { protocol: { steps: reviewed({}) } } });
  const claimed = await claim(annotator.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) return expect.fail("nothing was claimed");
  expect(JSON.stringify(await findAssignment(annotator.actor, claimed.assignment.id))).toContain(
    '"by":"drafter-1"',
  );
});
