import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { findCard, manifestFile, publishCard } from "@/lib/study/data/cards";
import { freezeVersion } from "@/lib/study/data/freeze";
import { freezeAgain } from "@/lib/study/data/request-freeze";
import { findStudy } from "@/lib/study/data/studies";
import { canonicalText } from "@/lib/study/rules/hash";
import { filesOf, makeStudyFixture, named, verified } from "@/lib/study/testing/frozen";
import { makeMember } from "@/testing/builders/people";
import { makeRun } from "@/testing/builders/runs";
import { makeStudy } from "@/testing/builders/studies";

test("a frozen version can be verified by its public card, and does not change with the data", async ({
  annotate,
}) => {
  const { researcher, batch, people } = await makeStudyFixture();
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

  // A changed value is detected.
  const forged = new Map(before);
  const lines = forged.get("batch-1/study.jsonl")?.toString() ?? "";
  expect(lines).toContain('"value":3');
  forged.set("batch-1/study.jsonl", Buffer.from(lines.replace('"value":3', '"value":5')));
  expect(await verified(forged, annotate)).toMatchObject({ code: 1, out: expect.stringContaining("WRONG") });

  // The data change; the version does not.
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

  // The next version lists the changes, and shares unchanged parts.
  const next = { title: "What was found", authors: "", notes: "", batches: [batch.id], datasets: [] };
  expect(await freezeAgain(researcher.actor, id, next)).toEqual({ id, version: 2 });
  expect(await freezeAgain(researcher.actor, id, next)).toMatchObject({ refused: "freezing-already" });
  const requested = await db.studyVersion.findFirstOrThrow({ where: { studyId: id, version: 2 } });
  await freezeVersion(requested.id);
  await freezeVersion(requested.id);
  // The researcher who requested it hears of it, once.
  expect(await db.notice.findMany({ where: { subjectId: requested.id } })).toMatchObject([
    { kind: "release-ready", name: "What was found (2)", userId: researcher.id },
  ]);
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
  expect((await of(requested.id)).filter(({ sha256 }) => old.has(sha256)).length).toBeGreaterThan(2);
});

test("a frozen version can be changed or deleted only with its project", async () => {
  const { batch, project } = await makeStudyFixture();
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

test("a frozen version contains the runs of its drafts, with every prompt and answer", async ({
  annotate,
}) => {
  const { researcher, batch } = await makeStudyFixture();
  const { datasetId } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });
  const run = await makeRun({ dataset: { id: datasetId, projectId: batch.projectId } });
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id } });
  const other = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id, id: { not: unit.id } } });
  const { endpointId } = await db.draftRun.findUniqueOrThrow({ where: { id: run.id } });
  const prompt = `prompt ${randomUUID()}`;
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
  const { id: callId } = await call(unit.id, prompt);
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
      messages: [{ content: prompt }],
      text: `answer to ${prompt}`,
      samplingRequested: { temperature: 0.5 },
    },
  ]);
  expect(String(files.get("batch-1/study.jsonl"))).toContain(callId);
  expect(await verified(files, annotate)).toMatchObject({ code: 0 });
  const forged = new Map(files).set(
    "batch-1/drafting.jsonl",
    Buffer.from(lines.join("\n").replace(prompt, "another prompt")),
  );
  expect(await verified(forged, annotate)).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      "WRONG: batch-1: a part of kind drafting with 3 records is not here as it was",
    ),
  });
  // Calls count as data: another answer makes another version.
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

test("a manifest is returned as it was hashed, with fields that this version does not know", async () => {
  const { researcher, batch } = await makeStudyFixture();
  const { id, versionId } = await makeStudy([batch]);
  const { manifest, ...first } = await db.studyVersion.findUniqueOrThrow({ where: { id: versionId } });
  const newer = { ...(manifest as object), version: 2, venue: "a later field" };
  const sha256 = createHash("sha256").update(canonicalText(newer)).digest("hex");
  const later = await db.studyVersion.create({
    data: { ...first, id: randomUUID(), version: 2, manifest: newer, sha256 },
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
