import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { createVersion } from "@/lib/judge/data/add-version";
import { findVersion } from "@/lib/judge/data/judges";
import { listLabelSets } from "@/lib/judge/data/label-sets";
import { findSplit, splitLabels } from "@/lib/judge/data/label-split";
import { runVersion } from "@/lib/judge/data/run-version";
import { findWorkshop } from "@/lib/judge/data/workshop";
import { NewJudgeVersion, RunJudge } from "@/lib/judge/schema/judges";
import { NewLabelSplit } from "@/lib/judge/schema/split";
import { newOp } from "@/lib/review/testing/fixture";
import { makeDataset } from "@/testing/builders/datasets";
import { makeJudge } from "@/testing/builders/judges";
import { makeOutcomes, OUTCOME, OUTCOMES } from "@/testing/builders/outcomes";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const OPTIONS = OUTCOMES.map((name) => ({ name, hint: "" }));
const LABELS = { ...OUTCOME, options: OPTIONS };
const labelOf = (topic: number) => OUTCOMES[topic % 3] ?? "";

test("labels that do not count: with a draft in view, of other questions, of other choices than one", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 10, drafts: false, overallDrafts: true });
  // An annotator who answers where drafted scores can be opened may have seen a machine's.
  await makeOutcomes(dataset, "ask", labelOf, {
    before: {
      steps: [
        {
          ...{ type: "score", question: "How good?", scale: { type: "points", min: 1, max: 5 } },
          ...{ exposure: "on-request", opens: "at-once" },
        },
      ],
      ops: () => [newOp({ type: "score", value: 4 })],
    },
  });
  const judge = await makeJudge({ project, origin: "plain.label", spec: { labels: LABELS } });
  await splitLabels(judge.admin.actor, dataset.id, NewLabelSplit.parse({}));
  const of = async (id: string) =>
    (await findWorkshop(judge.admin.actor, id, { dataset: dataset.id, part: "development" }))?.labelled;
  expect(await of(judge.id)).toBe(0);
  const person = await makeMember("annotator", { project });
  await makeOutcomes(dataset, "ask", labelOf, { person });
  await makeOutcomes(dataset, "label", labelOf, { person });
  expect(await of(judge.id)).toBe(4);
  const other = await makeJudge({
    ...{ project, origin: "plain.label" },
    spec: { labels: { ...LABELS, question: "tone" } },
  });
  expect(await of(other.id)).toBe(0);
  // Two labels at once are no label that a judge could give, and are what the person thinks now.
  await db.labelling.updateMany({
    data: { labels: ["safe", "error"] },
    where: { task: { datasetId: dataset.id } },
  });
  expect(await of(judge.id)).toBe(0);
  // Nor does another person alone make it one.
  await makeOutcomes(dataset, "ask", labelOf);
  expect(await of(judge.id)).toBe(0);
});

test("a step of the same name that asks something else is another step", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 10, drafts: false });
  const judge = await makeJudge({ project, origin: "plain.label", spec: { labels: LABELS } });
  const { text: _, ...nameOnly } = LABELS;
  const loose = await makeJudge({ project, origin: "plain.label", spec: { labels: nameOnly } });
  // What people wrote in words is no label of anything.
  await makeOutcomes(dataset, "text", labelOf);
  await splitLabels(judge.admin.actor, dataset.id, NewLabelSplit.parse({}));
  expect(await findSplit(judge.admin.actor, dataset.id)).toMatchObject({
    parts: { development: { tasks: 4, labelled: 0 } },
  });
  await makeOutcomes(dataset, "label", labelOf, { words: "Is it polite?" });
  await makeOutcomes(dataset, "ask", labelOf, { words: "Is it polite?" });
  const { actor } = judge.admin;
  const of = async (id: string) =>
    (await findWorkshop(actor, id, { dataset: dataset.id, part: "development" }))?.labelled;
  expect(await of(judge.id)).toBe(0);
  expect(await of(loose.id)).toBe(4);
  const development = RunJudge.parse({ dataset: dataset.id, scope: "development" });
  expect(await runVersion(actor, judge.version, development)).toEqual({ refused: "judge-nothing-left" });
  await makeOutcomes(dataset, "ask", labelOf);
  expect(await of(judge.id)).toBe(4);
  expect((await listLabelSets(actor, project.id)).map(({ text }) => text)).toEqual([
    OUTCOME.text,
    "Is it polite?",
  ]);
});

test("the labels of a judge may change from version to version, the question may not; steps offer theirs", async () => {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 1, drafts: false });
  await makeOutcomes(dataset, "label", labelOf);
  await makeOutcomes(dataset, "ask", labelOf);
  const judge = await makeJudge({ project, origin: "plain.label", spec: { labels: LABELS } });
  const { actor } = judge.admin;
  expect(await listLabelSets(actor, project.id)).toMatchObject([{ ...OUTCOME, options: OPTIONS }]);
  expect(await listLabelSets((await makeMember("researcher")).actor, project.id)).toEqual([]);
  const { spec } = (await findVersion(actor, judge.id, { number: 1 })) ?? expect.fail();
  const change = (labels: object) =>
    createVersion(
      actor,
      judge.id,
      NewJudgeVersion.parse({
        ...{ parent: judge.version, endpoint: judge.endpoint },
        spec: { ...spec, labels: { ...LABELS, ...labels } },
      }),
    );
  for (const other of [{ question: "tone" }, { text: "What is it?" }, { text: undefined }])
    expect(await change(other)).toMatchObject({ refused: "judge-subject-fixed" });
  expect(await change({ options: [...OPTIONS, { name: "Safe.", hint: "" }] })).toMatchObject({
    refused: "judge-faulty",
  });
  expect(await change({ options: [...OPTIONS, { name: "unsure", hint: "" }] })).toMatchObject({ number: 2 });
});
