import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type TestContext, test } from "vitest";
import { eraseOwnAccount } from "@/lib/account/data/erasure";
import { actAs } from "@/lib/auth/actor";
import { verifyStudy } from "@/lib/cli/verify-study";
import { db } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { runScript } from "@/lib/export/testing/recompute";
import { unzip } from "@/lib/formats/unzip";
import { loadStudy } from "@/lib/report/load-study";
import { itemNames } from "@/lib/report/rules/item-names";
import { render } from "@/lib/report/rules/render/render";
import { DEFAULT_OPTIONS, reportOf } from "@/lib/report/rules/report";
import { tablesOf } from "@/lib/report/rules/tables/all";
import { openFrozen } from "@/lib/study/data/bundle";
import {
  contentsOf,
  findCard,
  labelFile,
  manifestFile,
  materialFile,
  publishCard,
  revokeCard,
} from "@/lib/study/data/cards";
import { listFreezable } from "@/lib/study/data/freezable";
import { freezeVersion } from "@/lib/study/data/freeze";
import { discardVersion, freezeAgain, freezeStudy, retryVersion } from "@/lib/study/data/request-freeze";
import { findStudy } from "@/lib/study/data/studies";
import { canonicalText } from "@/lib/study/rules/hash";
import type { Manifest } from "@/lib/study/schema";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset, makeJudgedDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeRun } from "@/testing/builders/runs";
import { makeStudy } from "@/testing/builders/studies";
import { makeClosedBatch } from "@/testing/builders/submissions";

/** Two people who judged, a researcher and an admin of their project. */
async function makeWorld() {
  const project = await makeProject();
  const people = [
    await makeMember("annotator", { project }),
    await makeMember("annotator", { project }),
  ] as const;
  const researcher = await makeMember("researcher", { project });
  const admin = await makeMember("admin", { project });
  const batch = await makeClosedBatch({ people });
  return { project, people, researcher, admin, batch };
}

interface Made {
  id: string;
  versionId: string;
}

const named = ({ id, versionId }: Made) => ({ study: id, version: versionId });

async function filesOf(actor: Parameters<typeof openFrozen>[0], study: Made) {
  const opened = await openFrozen(actor, named(study));
  if (!opened || "refused" in opened) throw new Error("there is no such version");
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.body) pieces.push(piece);
  return unzip(Buffer.concat(pieces));
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/** What the command line says of an archive's files. The script inside says the same, where there is a Python. */
async function verified(files: ReadonlyMap<string, Buffer>, annotate: TestContext["annotate"]) {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-study-"));
  let out = "";
  const write = (text: string) => {
    out += text;
  };
  try {
    for (const [name, bytes] of files) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), bytes);
    }
    const code = await verifyStudy([folder], { stdout: write, stderr: write });
    const python = await runScript(files, "python3", ["verify.py"]);
    if (python) expect(python).toEqual({ code, out, words: "" });
    else await annotate("python3 is not on the PATH: the script of the archive was NOT run.", "warning");
    return { code, out };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a frozen version can be checked by anybody, and stays what it was when the data change", async ({
  annotate,
}) => {
  const { researcher, batch, people } = await makeWorld();
  const { id, versionId } = await makeStudy([batch], { title: "What was found", notes: "for us alone" });
  const before = await filesOf(researcher.actor, { id, versionId });
  const study = await findStudy(researcher.actor, id);
  const [version] = study?.versions ?? [];
  expect(version).toMatchObject({
    version: 1,
    state: "frozen",
    notes: "for us alone",
    done: 18,
    records: 18,
  });
  expect(version?.manifest?.batches).toMatchObject([
    {
      counts: { tasks: 3, responses: 3, drafts: 6, judgements: 12, people: 2 },
      rubrics: [{ version: 1, rubrics: 3 }],
    },
  ]);
  expect(study?.live).toMatchObject([
    { now: { design: false, data: false, judgements: 12, people: 2, since: 0 } },
  ]);

  const manifest = before.get("manifest.json");
  expect(
    createHash("sha256")
      .update(manifest ?? "")
      .digest("hex"),
  ).toBe(version?.sha256);
  expect(manifest?.toString()).not.toContain("for us alone");
  expect(await verified(before, annotate)).toMatchObject({
    code: 0,
    out: expect.stringContaining(version?.sha256 ?? "?"),
  });

  // A changed value is found.
  const forged = new Map(before);
  const lines = forged.get("batch-1/study.jsonl")?.toString() ?? "";
  expect(lines).toContain('"value":3');
  forged.set("batch-1/study.jsonl", Buffer.from(lines.replace('"value":3', '"value":5')));
  expect(await verified(forged, annotate)).toMatchObject({ code: 1, out: expect.stringContaining("WRONG") });

  // The data go on; the version does not.
  await db.judgement.updateMany({
    where: { batchId: batch.id, raterId: people[0].raterId },
    data: { value: 1 },
  });
  await db.batch.update({ where: { id: batch.id }, data: { dataVersion: { increment: 1 } } });
  const after = await filesOf(researcher.actor, { id, versionId });
  expect([...after]).toEqual([...before]);
  expect((await findStudy(researcher.actor, id))?.live).toMatchObject([
    { now: { data: true, design: false } },
  ]);

  // The next version says what changed, and shares what did not.
  const next = { title: "What was found", authors: "", notes: "", batches: [batch.id], datasets: [] };
  expect(await freezeAgain(researcher.actor, id, next)).toEqual({ id, version: 2 });
  expect(await freezeAgain(researcher.actor, id, next)).toMatchObject({ refused: "freezing-already" });
  const asked = await db.studyVersion.findFirstOrThrow({ where: { studyId: id, version: 2 } });
  await freezeVersion(asked.id);
  await freezeVersion(asked.id);
  const versions = (await findStudy(researcher.actor, id))?.versions ?? [];
  expect(versions.map(({ version, state }) => [version, state])).toEqual([
    [2, "frozen"],
    [1, "frozen"],
  ]);
  expect(versions[0]).toMatchObject({
    manifest: { previous: version?.sha256 },
    change: {
      design: [],
      material: [],
      numbers: [versions[0]?.manifest?.batches[0]?.name],
      people: { changed: 1, came: 0, went: 0 },
    },
  });
  const of = (versionId: string) =>
    db.frozenChunk.findMany({ where: { versionId }, select: { sha256: true } });
  const old = new Set((await of(versionId)).map(({ sha256 }) => sha256));
  expect((await of(asked.id)).filter(({ sha256 }) => old.has(sha256)).length).toBeGreaterThan(2);
});

test("what is frozen cannot be changed or deleted, but with its project", async () => {
  const { batch, project } = await makeWorld();
  const { id, versionId } = await makeStudy([batch]);
  const [content] = await db.frozenContent.findMany({ where: { projectId: project.id }, take: 1 });
  const forbidden = [
    db.$executeRaw`UPDATE "StudyVersion" SET "title" = 'Another' WHERE "id" = ${versionId}::uuid`,
    db.$executeRaw`UPDATE "StudyVersion" SET "frozenAt" = NULL, "manifest" = NULL, "sha256" = NULL WHERE "id" = ${versionId}::uuid`,
    db.$executeRaw`DELETE FROM "StudyVersion" WHERE "id" = ${versionId}::uuid`,
    db.$executeRaw`DELETE FROM "Study" WHERE "id" = ${id}::uuid`,
    db.$executeRaw`UPDATE "Study" SET "createdBy" = NULL WHERE "id" = ${id}::uuid`,
    db.$executeRaw`UPDATE "FrozenPart" SET "records" = 0 WHERE "versionId" = ${versionId}::uuid`,
    db.$executeRaw`DELETE FROM "FrozenPart" WHERE "versionId" = ${versionId}::uuid`,
    db.$executeRaw`INSERT INTO "FrozenPart" ("versionId", "n", "batchId", "kind", "records", "sha256")
      VALUES (${versionId}::uuid, 99, ${batch.id}::uuid, 'labels', 0, '')`,
    db.$executeRaw`DELETE FROM "FrozenChunk" WHERE "versionId" = ${versionId}::uuid`,
    db.$executeRaw`UPDATE "FrozenContent" SET "bytes" = '' WHERE "sha256" = ${content?.sha256}`,
    db.$executeRaw`DELETE FROM "FrozenContent" WHERE "projectId" = ${project.id}::uuid`,
    db.$executeRaw`TRUNCATE "StudyVersion" CASCADE`,
  ];
  for (const attempt of forbidden) await expect(attempt).rejects.toThrow(/is refused|permission denied/);
  await db.batch.delete({ where: { id: batch.id } });
  expect(await db.frozenPart.count({ where: { versionId } })).toBeGreaterThan(0);

  await db.dataset.deleteMany({ where: { projectId: project.id } });
  await db.membership.deleteMany({ where: { projectId: project.id } });
  await db.project.delete({ where: { id: project.id } });
  expect(await db.frozenContent.count({ where: { projectId: project.id } })).toBe(0);
});

test.for(["keep", "remove"] as const)(
  "erased with “%s”: what a frozen version does with somebody's labels",
  async (onErasure, { annotate }) => {
    const { researcher, batch, people, project } = await makeWorld();
    await db.project.update({ where: { id: project.id }, data: { onErasure } });
    const wrote = `canary${randomUUID().replaceAll("-", "")}`;
    await db.judgement.updateMany({
      where: { batchId: batch.id, raterId: people[0].raterId },
      data: { metadata: { note: wrote } },
    });
    const { id, versionId, token } = await makeStudy([batch], { state: "public" });
    const before = await filesOf(researcher.actor, { id, versionId });
    const holds = (files: ReadonlyMap<string, Buffer>, text: string) =>
      [...files].filter(([, bytes]) => bytes.includes(text)).map(([name]) => name);
    expect(holds(before, people[0].pseudonym)).toContain("batch-1/tables/annotators.csv");
    const card = async () => {
      const found = await findCard(token);
      return found ? await textOf(labelFile(found, "csv")) : "";
    };
    expect((await card()).trim().split("\r\n")).toHaveLength(13);

    expect(await eraseOwnAccount(people[0].actor)).toEqual({ erased: true });
    const files = await filesOf(researcher.actor, { id, versionId });
    expect(files.get("manifest.json")).toEqual(before.get("manifest.json"));
    expect(files.get("batch-1/card.jsonl")).toEqual(before.get("batch-1/card.jsonl"));
    const { code, out } = await verified(files, annotate);
    expect([code, out.includes("because somebody was erased")]).toEqual([0, onErasure === "remove"]);
    if (onErasure === "keep") {
      expect([...files]).toEqual([...before]);
      return;
    }
    expect(holds(files, people[0].pseudonym)).toEqual([]);
    expect(holds(files, wrote)).toEqual([]);
    expect(holds(files, people[1].pseudonym)).toContain("batch-1/study.jsonl");
    expect((await card()).trim().split("\r\n")).toHaveLength(7);

    // Nobody can hide behind it what was added or changed by hand.
    const said = String(files.get("batch-1/study.jsonl"));
    const forge = (text: string) =>
      verified(new Map(files).set("batch-1/study.jsonl", Buffer.from(text)), annotate);
    const own = said.split("\n").find((line) => line.includes(`"rater":"${people[1].pseudonym}"`)) ?? "";
    const added = own.replaceAll(people[1].pseudonym, "A-0000");
    expect((await forge(`${said}${added}\n`)).out).toContain(
      "1 records of kind labels are not in the manifest",
    );
    expect((await forge(said.replace(`${own}\n`, ""))).code).toBe(1);
    const listed: Manifest["parts"] = JSON.parse(String(files.get("manifest.json"))).parts;
    const claimed = [
      ...JSON.parse(String(files.get("erased.json"))),
      ...listed.filter(({ kind }) => kind === "design"),
    ];
    const undesigned = new Map(files).set("erased.json", Buffer.from(JSON.stringify(claimed)));
    undesigned.delete("batch-1/design.jsonl");
    expect((await verified(undesigned, annotate)).out).toContain(
      "a part of kind design with 1 records is not here as it was",
    );

    expect((await findStudy(researcher.actor, id))?.versions[0]?.erasedAt).not.toBeNull();
    expect(await db.frozenContent.count({ where: { chunks: { none: {} } } })).toBe(0);
  },
);

test("somebody who is erased while a version is made is not in it", async () => {
  const { batch, people, project } = await makeWorld();
  await db.project.update({ where: { id: project.id }, data: { onErasure: "remove" } });
  const { versionId } = await makeStudy([batch], { state: "asked" });
  await Promise.all([freezeVersion(versionId), eraseOwnAccount(people[0].actor)]);
  const { frozenAt, failure } = await db.studyVersion.findUniqueOrThrow({ where: { id: versionId } });
  expect({ frozen: frozenAt !== null, failure }).toEqual({ frozen: true, failure: null });
  expect(await db.frozenPart.count({ where: { versionId, raterId: people[0].raterId } })).toBe(0);
});

test("how drafts were made is frozen with them: the run, and every prompt and answer", async ({
  annotate,
}) => {
  const { researcher, batch } = await makeWorld();
  const { datasetId } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  const run = await makeRun({ dataset: { id: datasetId, projectId: batch.projectId } });
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id } });
  const other = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id, id: { not: unit.id } } });
  const { endpointId } = await db.draftRun.findUniqueOrThrow({ where: { id: run.id } });
  const asked = `prompt ${randomUUID()}`;
  const made = { projectId: batch.projectId, endpointId, runId: run.id, sampleIndex: 0, attempt: 0 };
  const template = { templateId: "t", templateVersion: "1", templateHash: "0", provider: "openai" };
  const call = (unitId: string, words: string) =>
    db.llmCall.create({
      data: {
        ...made,
        ...template,
        unitId,
        callKey: randomUUID(),
        state: "ok",
        messages: [{ role: "user", content: words }],
        base: "https://models.example.org/v1",
        modelRequested: "model-1",
        samplingRequested: { temperature: 0.5 },
        text: `answer to ${words}`,
        endedAt: new Date(),
        units: { create: { unitId, planKey: "item:c1", attempt: 0, cached: false } },
      },
    });
  const { id: callId } = await call(unit.id, asked);
  await call(other.id, "nothing came of it");
  const [draft] = await db.draft.findMany({ where: { datasetId }, take: 1 });
  if (!draft) throw new Error("there is no draft");
  const provenance = { unit: unit.id, calls: [callId] };
  await db.draft.create({
    data: { ...draft, id: randomUUID(), key: "later", value: 1, unitId: unit.id, provenance },
  });

  const study = await makeStudy([batch]);
  const files = await filesOf(researcher.actor, study);
  const lines = String(files.get("batch-1/drafting.jsonl")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { type: "run", id: run.id, method: "tick.generate", params: expect.any(Object) },
    { type: "unit", id: unit.id, run: run.id },
    {
      type: "call",
      id: callId,
      unit: unit.id,
      messages: [{ content: asked }],
      text: `answer to ${asked}`,
      samplingRequested: { temperature: 0.5 },
    },
  ]);
  expect(String(files.get("batch-1/study.jsonl"))).toContain(callId);
  expect(await verified(files, annotate)).toMatchObject({ code: 0 });
  const forged = new Map(files).set(
    "batch-1/drafting.jsonl",
    Buffer.from(lines.join("\n").replace(asked, "another prompt")),
  );
  expect(await verified(forged, annotate)).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      "WRONG: batch-1: a part of kind drafting with 3 records is not here as it was",
    ),
  });
  // It counts as data: another prompt is another version.
  await db.llmCall.update({ where: { id: callId }, data: { text: "another answer" } });
  await db.batch.update({ where: { id: batch.id }, data: { dataVersion: { increment: 1 } } });
  const next = { title: "Again", authors: "", notes: "", batches: [batch.id], datasets: [] };
  await freezeAgain(researcher.actor, study.id, next);
  const second = await db.studyVersion.findFirstOrThrow({ where: { studyId: study.id, version: 2 } });
  await freezeVersion(second.id);
  const [now, before] = (await findStudy(researcher.actor, study.id))?.versions ?? [];
  expect(now?.manifest?.data).not.toBe(before?.manifest?.data);
  expect(now?.change?.material).toEqual([now?.manifest?.batches[0]?.name]);
});

test("workers that make a version at once make one, and two who ask for the next get one", async ({
  annotate,
}) => {
  const { researcher, batch } = await makeWorld();
  const made = await makeStudy([batch], { state: "asked" });
  await Promise.all([1, 2, 3].map(() => freezeVersion(made.versionId)));
  const { frozenAt, failure } = await db.studyVersion.findUniqueOrThrow({ where: { id: made.versionId } });
  expect({ frozen: frozenAt !== null, failure }).toEqual({ frozen: true, failure: null });
  expect(await verified(await filesOf(researcher.actor, made), annotate)).toMatchObject({ code: 0 });
  const next = { title: "Again", authors: "", notes: "", batches: [batch.id], datasets: [] };
  const asked = await Promise.all([1, 2, 3].map(() => freezeAgain(researcher.actor, made.id, next)));
  expect(asked.filter((one) => one && "version" in one)).toEqual([{ id: made.id, version: 2 }]);
  expect(asked.filter((one) => one && "refused" in one)).toHaveLength(2);
});

test("what is still worked on is not frozen, nor what is another project's", async () => {
  const { researcher, project, batch } = await makeWorld();
  const open = await makeBatch({ dataset: await makeDataset({ project }), name: "Still open" });
  const elsewhere = (await makeWorld()).batch;
  const what = (...batches: { id: string }[]) => ({
    title: "All of it",
    authors: "",
    notes: "",
    batches: batches.map(({ id }) => id),
    datasets: [],
  });
  expect(await freezeStudy(researcher.actor, project.id, what(batch, open))).toEqual({
    refused: "batches-not-closed",
    detail: { batches: ["Still open"] },
  });
  expect(await freezeStudy(researcher.actor, project.id, what(batch, elsewhere))).toMatchObject({
    refused: "no-such-batches",
  });
});

test("an imported study is frozen as a batch is, with the people it came with", async ({ annotate }) => {
  const { researcher, project, batch, people } = await makeWorld();
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
  // In the order of what they said, which is not that of the people.
  for (const kind of ["labels", "public_labels"])
    expect(new Set(ofImport.filter((part) => part.kind === kind).map(({ raterId }) => raterId))).toEqual(
      new Set(imported.raters.map(({ id }) => id)),
    );

  // The archive can be checked, and one changed value of one imported rater is found.
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
  // Its numbers are those of its dashboard.
  const scope = { projectId: project.id, datasetId: imported.id, batchId: null };
  const { study } = await loadStudy(scope);
  const report = reportOf(study, DEFAULT_OPTIONS);
  for (const table of tablesOf(report, itemNames(study, report)))
    expect(files.get(`study-2/tables/${table.name}.csv`)?.toString()).toBe(render(table, "csv"));

  // On the card its raters have names of the card's own.
  const card = await findCard(made.token);
  const labels = card ? await textOf(labelFile(card, "csv")) : "";
  expect(labels.split("\r\n").filter((line) => line.includes("Their letters"))).toHaveLength(6);
  expect(labels).not.toMatch(/A0[12]/);
  const contents = card ? await contentsOf(card) : [];
  expect(contents[1]).toMatchObject({ design: { imported: true, dataset: { source: "a paper" } } });

  // Somebody's account is erased: what was imported has nothing to do with it.
  expect(await eraseOwnAccount(people[0].actor)).toEqual({ erased: true });
  const after = await filesOf(researcher.actor, made);
  for (const [name, bytes] of files) if (name.startsWith("study-2/")) expect(after.get(name)).toEqual(bytes);
  expect(after.get("batch-1/study.jsonl")).not.toEqual(files.get("batch-1/study.jsonl"));
  expect(await verified(after, annotate)).toMatchObject({ code: 0 });
});

test("what was added to an imported study since is said, and makes the next version", async () => {
  const { researcher, project } = await makeWorld();
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
  const asked = await db.studyVersion.findFirstOrThrow({ where: { studyId: id, version: 2 } });
  await freezeVersion(asked.id);
  const { name } = await db.dataset.findUniqueOrThrow({ where: { id: imported.id } });
  expect((await findStudy(researcher.actor, id))?.versions[0]?.change).toMatchObject({
    design: [],
    material: [name],
    people: { changed: 0, came: 0, went: 0 },
  });
});

test("a dataset that nobody judged, that is not whole, or another project's is not frozen", async () => {
  const { researcher, project } = await makeWorld();
  const what = ({ id }: { id: string }) => ({
    title: "All of it",
    authors: "",
    notes: "",
    batches: [],
    datasets: [id],
  });
  const asked = (dataset: { id: string }) => freezeStudy(researcher.actor, project.id, what(dataset));
  const refused = { refused: "no-such-studies" };
  const imported = await makeJudgedDataset({ project });
  const bare = await makeDataset({ project });
  expect(await asked(bare)).toMatchObject(refused);
  expect(await asked(await makeJudgedDataset())).toMatchObject(refused);
  await db.dataset.update({ where: { id: imported.id }, data: { state: "importing" } });
  expect(await asked(imported)).toMatchObject(refused);
  await db.dataset.update({ where: { id: imported.id }, data: { state: "archived" } });
  expect(await asked(imported)).toMatchObject({ version: 1 });
  expect(
    (await listFreezable(researcher.actor, project.id)).map(({ kind, id }) => [kind, id]),
  ).toContainEqual(["dataset", imported.id]);
  expect((await listFreezable(researcher.actor, project.id)).map(({ id }) => id)).not.toContain(bare.id);
});

test("a version that failed is tried again or discarded, and a frozen one is neither", async () => {
  const { researcher, batch } = await makeWorld();
  const { id, versionId } = await makeStudy([batch], { state: "asked" });
  expect(await retryVersion(researcher.actor, named({ id, versionId }))).toMatchObject({
    refused: "not-failed",
  });
  await db.studyVersion.update({ where: { id: versionId }, data: { failure: "It was too much." } });
  await freezeVersion(versionId);
  expect((await findStudy(researcher.actor, id))?.versions).toMatchObject([{ state: "failed" }]);
  expect(await retryVersion(researcher.actor, named({ id, versionId }))).toEqual({ id, version: 1 });
  await freezeVersion(versionId);
  expect(await discardVersion(researcher.actor, named({ id, versionId }))).toMatchObject({
    refused: "is-frozen",
  });

  const other = await makeStudy([batch], { state: "asked" });
  expect(await discardVersion(researcher.actor, named(other))).toEqual({ id: other.id, left: 0 });
  expect(await findStudy(researcher.actor, other.id)).toBeNull();
  await freezeVersion(other.versionId);
});

test("a version that is frozen at the moment at which it is discarded stays", async () => {
  const { researcher, batch } = await makeWorld();
  const study = await makeStudy([batch], { state: "asked" });
  const waiting = () =>
    db.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`;
  // Not awaited inside: the transaction would wait for what waits for it.
  const { discarding } = await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${batch.projectId}::uuid FOR SHARE`;
      const discarding = discardVersion(researcher.actor, named(study));
      await expect.poll(waiting, { timeout: 20_000 }).not.toEqual([]);
      await tx.studyVersion.update({
        where: { id: study.versionId },
        data: { frozenAt: new Date(), manifest: {}, sha256: "0".repeat(64) },
      });
      return { discarding };
    },
    { timeout: 30_000 },
  );
  expect(await discarding).toEqual({ refused: "is-frozen" });
});

test("a manifest is given as it was hashed, also where it says more than this program knows", async () => {
  const { researcher, batch } = await makeWorld();
  const { id, versionId } = await makeStudy([batch]);
  const { manifest, ...first } = await db.studyVersion.findUniqueOrThrow({ where: { id: versionId } });
  const said = { ...(manifest as object), version: 2, venue: "a later field" };
  const sha256 = createHash("sha256").update(canonicalText(said)).digest("hex");
  const later = await db.studyVersion.create({
    data: { ...first, id: randomUUID(), version: 2, manifest: said, sha256 },
  });
  const files = await filesOf(researcher.actor, { id, versionId: later.id });
  const hashed = (text: Buffer | string) => createHash("sha256").update(text).digest("hex");
  expect(hashed(files.get("manifest.json") ?? "")).toBe(sha256);
  const admin = actAs((await makeMember("admin", { project: { id: batch.projectId } })).actor, "admin");
  const made = await publishCard(admin, named({ id, versionId: later.id }), { texts: false, listed: false });
  const token = made && "url" in made ? made.url.slice(made.url.lastIndexOf("/") + 1) : "";
  const card = await findCard(token);
  expect(hashed(card ? manifestFile(card) : "")).toBe(sha256);
});

test("a card shows labels and numbers, and nothing of anybody or of what was read", async () => {
  const canary = (what: string) => `canary-${what}-${randomUUID().slice(0, 8)}`;
  const words = {
    name: canary("name"),
    email: `${canary("mail")}@example.org`,
    instruction: canary("instruction"),
    response: canary("response"),
    note: canary("note"),
    reason: canary("reason"),
    guidelines: canary("guidelines"),
    notes: canary("notes"),
  };
  const project = await makeProject();
  const person = await makeMember("annotator", { project });
  await db.user.update({ where: { id: person.id }, data: { name: words.name, email: words.email } });
  const batch = await makeClosedBatch({ people: [person] });
  const { datasetId } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  await db.task.updateMany({ where: { datasetId }, data: { instruction: words.instruction } });
  await db.response.updateMany({ where: { datasetId }, data: { text: words.response } });
  await db.guidelines.create({
    data: { projectId: project.id, batchId: batch.id, version: 7, text: words.guidelines },
  });
  await db.judgement.updateMany({ where: { batchId: batch.id }, data: { metadata: { note: words.note } } });
  const [judgement] = await db.judgement.findMany({ where: { batchId: batch.id }, take: 1 });
  await db.decision.create({
    data: {
      datasetId,
      batchId: batch.id,
      judgementId: judgement?.id,
      assignmentId: judgement?.assignmentId,
      armId: judgement?.armId,
      arm: judgement?.arm,
      step: 0,
      exposure: "none",
      raterId: person.raterId,
      action: "add",
      text: words.reason,
      reasonNote: words.reason,
    },
  });
  const study = await makeStudy([batch], { state: "public", notes: words.notes });
  const { token } = study;
  const admin = actAs((await makeMember("admin", { project })).actor, "admin");

  const everything = async (of = token) => {
    const card = await findCard(of);
    if (!card) return null;
    const contents = await contentsOf(card);
    const shown = contents.map(({ batch, tables }) => ({ batch, tables }));
    return [
      await textOf(labelFile(card, "csv")),
      await textOf(labelFile(card, "jsonl")),
      manifestFile(card),
      JSON.stringify(shown),
    ].join("\n");
  };
  const shown = await everything();
  expect(shown).toContain("R-");
  for (const hidden of [...Object.values(words), person.pseudonym, person.raterId, person.id, project.name])
    expect(shown).not.toContain(hidden);

  // Another card of the same version calls the same person something else.
  const calledIn = (text: string | null) => text?.match(/"(R-\w{8})"/)?.[1];
  expect(await revokeCard(admin, named(study))).toEqual({ revoked: true });
  expect(await revokeCard(admin, named(study))).toEqual({ revoked: false });
  expect(await findCard(token)).toBeNull();
  const again = await publishCard(admin, named(study), { texts: true, listed: false });
  const other = again && "url" in again ? again.url.slice(again.url.lastIndexOf("/") + 1) : "";
  expect(other).not.toBe(token);
  expect(calledIn(await everything(other))).not.toBe(calledIn(shown));

  // With texts, what was judged is there, and still nothing about people.
  const card = await findCard(other);
  if (!card) throw new Error("there is no card");
  const material = await textOf(materialFile(card));
  expect(material).toContain(words.instruction);
  for (const hidden of [words.note, words.reason, words.guidelines, "drafter-1", person.pseudonym])
    expect(material).not.toContain(hidden);
});
