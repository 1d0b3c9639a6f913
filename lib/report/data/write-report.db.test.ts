import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { computeStep } from "@/lib/report/computation/compute-step";
import { findOverview, findReport, findSection, retryReport } from "@/lib/report/data/find-report";
import { nextStep, requestSections } from "@/lib/report/data/request-report";
import { WHOLE } from "@/lib/report/data/stored-report";
import { storeOverview, storeSection } from "@/lib/report/data/write-report";
import type { SectionName } from "@/lib/report/schema/sections";
import { emailsStudy } from "@/testing/builders/emails-study";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/** A requested report on a small study, which can be stored with a question of any length. */
async function requested() {
  const project = await makeProject();
  const { actor } = await makeMember("researcher", { project });
  const done = await importStudyFile(project.id, [Buffer.from(emailsStudy())], { fileName: "study.jsonl" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const dataset = done.datasetId;
  const scope = { projectId: project.id, datasetId: dataset, batchId: null };
  const find = () => findOverview(actor, { dataset });
  const compute = async () => computeStep((await nextStep(scope)) ?? expect.fail("nothing is requested"));
  const stored = () => db.report.findFirstOrThrow({ where: { datasetId: dataset } });
  await find();
  await compute();
  const found = (await find()) ?? expect.fail();
  const { overview, choices } = found;
  if (!overview || !choices) throw new Error("the overview is computed");
  await db.report.deleteMany({ where: { datasetId: dataset } });
  await find();
  const { id, dataVersion } = await stored();
  const questionOf = (characters: number) => [{ scope: "q", name: null, text: "x".repeat(characters) }];
  const store = (characters: number) => {
    const computed = { ...overview, choices, items: questionOf(characters) };
    return storeOverview(id, WHOLE, scope, { dataVersion, dataAt: new Date(), asOf: null }, computed);
  };
  /** Stores a section with a question of this length, and reads it. */
  const add = async (name: SectionName, characters: number) => {
    await requestSections(id, [name]);
    const content = { made: overview.made, parts: {}, bounded: [], items: questionOf(characters) };
    await storeSection(id, name, dataVersion, content);
    return findSection(actor, { dataset }, {}, name);
  };
  return { actor, dataset, scope, id, overview, find, compute, stored, store, add };
}

const reason = (megabytes: number) =>
  expect.stringContaining(
    `The report would be ${megabytes} MB long, and more than 10 MB are not kept. Often a column`,
  );

test("an overview of more than 10 MB is refused with the reason, and nothing of it is kept", async () => {
  const { actor, dataset, scope, id, overview, find, compute, stored, store } = await requested();
  // What is known before the rest.
  const { study, made, reliability, items } = overview;
  await db.report.update({ where: { id }, data: { reliability: { study, made, reliability, items } } });
  await store(12_000_000);
  const failed = { state: "failed", failure: reason(12) };
  expect(await find()).toMatchObject({ ...failed, overview: null });
  expect(await findReport(actor, { dataset })).toMatchObject({ ...failed, report: null, beginning: null });
  expect(await stored()).toMatchObject({ result: null, items: [], reliability: null, dataAt: null });
  // It is computed again on request only.
  expect(await nextStep(scope)).toBeNull();

  expect(await retryReport(actor, { dataset })).toMatchObject({ state: "computing", failure: null });
  await compute();
  expect(await find()).toMatchObject({ state: "ready", failure: null, overview: { items } });
});

test("a section is refused with the reason if it and what is stored already are more than 10 MB", async () => {
  const { id, find, store, add } = await requested();
  await store(3_000_000);
  expect(await find()).toMatchObject({ state: "ready" });
  expect(await add("pairs", 4_000_000)).toMatchObject({ state: "ready", failure: null });
  expect(await add("drafts", 5_000_000)).toMatchObject({
    ...{ state: "failed", failure: reason(12), section: null },
  });
  const where = { reportId_name: { reportId: id, name: "drafts" } };
  expect(await db.reportSection.findUnique({ where })).toMatchObject({ content: null });
  // The others are kept, and so is a smaller one that comes later.
  expect(await add("values", 2_000_000)).toMatchObject({ state: "ready", failure: null });
  expect(await find()).toMatchObject({ state: "ready", failure: null });
});
