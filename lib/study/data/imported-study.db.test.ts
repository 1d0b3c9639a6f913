import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eraseOwnAccount } from "@/lib/account/data/erasure";
import { db } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { itemNames } from "@/lib/report/rules/item-names";
import { render } from "@/lib/report/rules/render/render";
import { DEFAULT_OPTIONS } from "@/lib/report/rules/report";
import { tablesOf } from "@/lib/report/rules/tables/all";
import { contentsOf, findCard, labelFile } from "@/lib/study/data/cards";
import { listFreezable } from "@/lib/study/data/freezable";
import { freezeVersion } from "@/lib/study/data/freeze";
import { freezeAgain, freezeStudy } from "@/lib/study/data/request-freeze";
import { findStudy } from "@/lib/study/data/studies";
import { filesOf, makeStudyFixture, textOf, verified } from "@/lib/study/testing/frozen";
import { makeDataset, makeJudgedDataset } from "@/testing/builders/datasets";
import { makeStudy } from "@/testing/builders/studies";

test("an imported study is frozen like a batch, with its imported raters", async ({ annotate }) => {
  const { researcher, project, batch, people } = await makeStudyFixture();
  await db.project.update({ where: { id: project.id }, data: { onErasure: "remove" } });
  const imported = await makeJudgedDataset({ project, name: "Their letters" });
  const made = await makeStudy([batch], { datasets: [imported], state: "public" });
  const [version] = (await findStudy(researcher.actor, made.id))?.versions ?? [];
  expect(version?.manifest?.batches).toMatchObject([
    { batch: 1, id: batch.id, seed: expect.any(Number) },
    {
      batch: 2,
      id: imported.id,
      imported: true,
      name: "Their letters",
      seed: null,
      arms: ["with draft"],
      guidelines: null,
      rubrics: [{ version: 1, rubrics: 3 }],
      counts: { tasks: 3, responses: 3, drafts: 3, judgements: 6, decisions: 0, people: 2 },
    },
  ]);
  const ofImport = await db.frozenPart.findMany({
    where: { versionId: made.versionId, sourceId: imported.id },
    select: { kind: true, raterId: true },
  });
  // In the order of the records, which is not that of the people.
  for (const kind of ["labels", "public_labels"])
    expect(new Set(ofImport.filter((part) => part.kind === kind).map(({ raterId }) => raterId))).toEqual(
      new Set(imported.raters.map(({ id }) => id)),
    );

  // The archive can be verified, and a changed value of an imported rater is detected.
  const files = await filesOf(researcher.actor, made);
  expect(await verified(files, annotate)).toMatchObject({ code: 0 });
  const lines = files.get("study-2/study.jsonl")?.toString() ?? "";
  expect(lines).toContain('"rater":"A01"');
  const forged = new Map(files).set(
    "study-2/study.jsonl",
    Buffer.from(lines.replace('"value":2', '"value":5')),
  );
  expect(await verified(forged, annotate)).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      "WRONG: study-2: a part of kind labels with 3 records is not here as it was",
    ),
  });
  // Its numbers are those of its report page.
  const scope = { projectId: project.id, datasetId: imported.id, batchId: null };
  const { study } = await loadStudy(scope);
  const report = await reportOf(study, DEFAULT_OPTIONS);
  for (const table of tablesOf(report, itemNames(study, report)))
    expect(files.get(`study-2/tables/${table.name}.csv`)?.toString()).toBe(render(table, "csv"));

  // On the card its raters have the card's own names.
  const card = await findCard(made.token);
  const labels = card ? await textOf(labelFile(card, "csv")) : "";
  expect(labels.split("\r\n").filter((line) => line.includes("Their letters"))).toHaveLength(6);
  expect(labels).not.toMatch(/A0[12]/);
  const contents = card ? await contentsOf(card) : [];
  expect(contents[1]).toMatchObject({ design: { imported: true, dataset: { source: "a paper" } } });

  // A researcher's own study in the demo project is no sample data; of the demo's own dataset it is.
  await db.project.update({ where: { id: project.id }, data: { sample: true } });
  const marks = async () => (await listFreezable(researcher.actor, project.id)).map(({ sample }) => sample);
  expect([(await findCard(made.token))?.sample, ...(await marks())]).toEqual([false, false, false]);
  await db.dataset.update({ where: { id: imported.id }, data: { sample: true } });
  expect([(await findCard(made.token))?.sample, ...(await marks())]).toEqual([true, false, true]);

  // A person's account is erased, which does not affect the imported study.
  expect(await eraseOwnAccount(people[0].actor)).toEqual({ erased: true });
  const after = await filesOf(researcher.actor, made);
  for (const [name, bytes] of files) if (name.startsWith("study-2/")) expect(after.get(name)).toEqual(bytes);
  expect(after.get("batch-1/study.jsonl")).not.toEqual(files.get("batch-1/study.jsonl"));
  expect(await verified(after, annotate)).toMatchObject({ code: 0 });
});

test("additions to an imported study are reported, and make the next version", async () => {
  const { researcher, project } = await makeStudyFixture();
  const imported = await makeJudgedDataset({ project });
  const { id } = await makeStudy([], { datasets: [imported] });
  const live = async () => (await findStudy(researcher.actor, id))?.live;
  const now = { design: false, data: false, judgements: 6, people: 2, since: 0 };
  expect(await live()).toMatchObject([{ id: imported.id, imported: true, now }]);
  const [draft] = await db.draft.findMany({ where: { datasetId: imported.id }, take: 1 });
  if (!draft) throw new Error("there is no draft");
  await db.$transaction(async (tx) => {
    await tx.draft.create({
      data: { ...draft, id: randomUUID(), key: "later", value: 1, provenance: {} },
    });
    await datasetGrew(tx, imported.id);
  });
  expect(await live()).toMatchObject([{ now: { ...now, data: true } }]);
  const next = { title: "Again", authors: "", notes: "", batches: [], datasets: [imported.id] };
  expect(await freezeAgain(researcher.actor, id, next)).toEqual({ id, version: 2 });
  const requested = await db.studyVersion.findFirstOrThrow({ where: { studyId: id, version: 2 } });
  await freezeVersion(requested.id);
  const { name } = await db.dataset.findUniqueOrThrow({ where: { id: imported.id } });
  expect((await findStudy(researcher.actor, id))?.versions[0]?.change).toMatchObject({
    design: [],
    material: [name],
    people: { changed: 0, came: 0, went: 0 },
  });
});

test("a dataset without judgements, an incomplete one, or one of another project cannot be frozen", async () => {
  const { researcher, project } = await makeStudyFixture();
  const what = ({ id }: { id: string }) => ({
    title: "All of it",
    authors: "",
    notes: "",
    batches: [],
    datasets: [id],
  });
  const freezeOf = (dataset: { id: string }) => freezeStudy(researcher.actor, project.id, what(dataset));
  const refused = { refused: "no-such-studies" };
  const imported = await makeJudgedDataset({ project });
  const bare = await makeDataset({ project });
  expect(await freezeOf(bare)).toMatchObject(refused);
  expect(await freezeOf(await makeJudgedDataset())).toMatchObject(refused);
  await db.dataset.update({ where: { id: imported.id }, data: { state: "importing" } });
  expect(await freezeOf(imported)).toMatchObject(refused);
  await db.dataset.update({ where: { id: imported.id }, data: { state: "archived" } });
  expect(await freezeOf(imported)).toMatchObject({ version: 1 });
  expect(
    (await listFreezable(researcher.actor, project.id)).map(({ kind, id }) => [kind, id]),
  ).toContainEqual(["dataset", imported.id]);
  expect((await listFreezable(researcher.actor, project.id)).map(({ id }) => id)).not.toContain(bare.id);
});
