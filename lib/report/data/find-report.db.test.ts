import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { countersign } from "@/lib/cli/countersign";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { computeStep } from "@/lib/report/computation/compute-step";
import { forgetStudy, rememberedStudy } from "@/lib/report/computation/remembered-study";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { findPilot } from "@/lib/report/data/find-pilot";
import {
  findOverview,
  findOverviewStatus,
  findReport,
  findReportStatus,
  findSection,
  retryReport,
} from "@/lib/report/data/find-report";
import { listJudgements } from "@/lib/report/data/list-judgements";
import { listReports } from "@/lib/report/data/list-reports";
import { loadStudy } from "@/lib/report/data/load-study";
import { nextStep } from "@/lib/report/data/request-report";
import { selected } from "@/lib/report/rules/selection";
import { computeReport } from "@/lib/report/testing/compute-report";
import { Prisma } from "@/prisma/generated/client/client";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { ALPHA_OF_EMAILS, EMAIL_ANSWERS, emailRecords, emailsStudy } from "@/testing/builders/emails-study";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const file = emailsStudy();

let project: { id: string };
let researcher: Awaited<ReturnType<typeof makeMember<"researcher">>>;
let dataset: string;

beforeAll(async () => {
  project = await makeProject();
  researcher = await makeMember("researcher", { project });
  const done = await importStudyFile(project.id, [Buffer.from(file)], { fileName: "study.jsonl" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  dataset = done.datasetId;
});

/** Does the worker's part for requested reports. */
async function work() {
  for (const { id } of await db.report.findMany({ where: { dataAt: null, failure: null } }))
    await computeReport(id);
}

const jobs = () =>
  db.$queryRaw<unknown[]>`SELECT FROM graphile_worker.jobs WHERE "task_identifier" = 'report-compute'`;

test("the page and countersign report give the same report, with the α computed by hand", async () => {
  expect(await findReport(researcher.actor, { dataset })).toMatchObject({ state: "computing", report: null });
  // Another visitor in the meantime requests nothing more.
  await findReport(researcher.actor, { dataset });
  expect(await jobs()).toHaveLength(1);

  await work();
  const found = await findReport(researcher.actor, { dataset });
  expect(found).toMatchObject({ state: "ready", failure: null, dataVersion: 0 });
  expect(found?.items).toEqual([{ scope: "q", name: "Polite", text: "Is it polite?" }]);
  const [headline] = found?.report?.reliability ?? [];
  expect(headline).toMatchObject({
    scope: "all",
    exposure: "independent",
    units: 4,
    pairable: 8,
    raterCount: 2,
  });
  expect(headline?.value).toBeCloseTo(ALPHA_OF_EMAILS, 12);

  const folder = await mkdtemp(join(tmpdir(), "countersign-"));
  await writeFile(join(folder, "study.jsonl"), file);
  let printed = "";
  const stdout = (text: string) => {
    printed += text;
  };
  await countersign(["report", join(folder, "study.jsonl"), "--json"], { stdout, stderr: stdout });
  await rm(folder, { recursive: true });
  expect(found?.report).toEqual(JSON.parse(printed));
});

test("the list of a project says the same, and nothing to others", async () => {
  const [listed] = await listReports(researcher.actor, project.id);
  expect(listed).toMatchObject({ kind: "dataset", id: dataset, status: { state: "ready" } });
  expect(listed?.rows[0]?.value).toBeCloseTo(ALPHA_OF_EMAILS, 12);

  // Imported into the demo project it is still its researcher's own study.
  await db.project.update({ where: { id: project.id }, data: { sample: true } });
  expect((await listReports(researcher.actor, project.id))[0]?.sample).toBe(false);

  const outsider = await makeMember("researcher");
  expect(await listReports(outsider.actor, project.id)).toEqual([]);
  for (const find of [findReport, findReportStatus, findOverview, findOverviewStatus, retryReport])
    expect(await find(outsider.actor, { dataset })).toBeNull();
  expect(await findSection(outsider.actor, { dataset }, {}, "pairs")).toBeNull();
  const annotator = await makeMember("annotator", { project });
  expect(await findReport(actAs(annotator.actor, "researcher"), { dataset })).toBeNull();
});

test("an older report is served until a newer one has been computed", async () => {
  const made = await makeDataset({ project: { id: project.id } });
  const { id: batch } = await makeBatch({ dataset: made });
  await findReport(researcher.actor, { batch });
  await work();
  const first = await findReport(researcher.actor, { batch });
  expect(first).toMatchObject({ state: "ready", dataVersion: 0 });

  await db.batch.update({ where: { id: batch }, data: { dataVersion: { increment: 1 } } });
  const meanwhile = await findReport(researcher.actor, { batch });
  expect(meanwhile).toMatchObject({ state: "computing", dataVersion: 0, dataAt: first?.dataAt });
  expect(meanwhile?.report).toEqual(first?.report);

  await work();
  expect(await findReport(researcher.actor, { batch })).toMatchObject({ state: "ready", dataVersion: 1 });
  expect(await db.report.count({ where: { batchId: batch } })).toBe(1);
});

/** Computes the next step that is requested of the study, and returns its name. */
async function step(): Promise<string | null> {
  const next = await nextStep({ projectId: project.id, datasetId: dataset, batchId: null });
  if (next) await computeStep(next);
  return next && (next.section ?? "overview");
}

/** Computes a section while a researcher waits for it. */
async function sectionOf(part: Parameters<typeof findSection>[2], name: "pairs" | "drafts") {
  const found = findSection(researcher.actor, { dataset }, part, name);
  await expect.poll(step).toBe(name);
  return found;
}

test("the overview is computed first and a section on request, with the numbers of the whole report", async () => {
  const part = { model: "m" };
  const find = () => findOverview(researcher.actor, { dataset }, part);
  expect(await find()).toMatchObject({
    state: "computing",
    overview: null,
    choices: { rater: ["A0", "A1"] },
  });
  expect(await step()).toBe("overview");
  expect(await step()).toBeNull();
  const found = await find();
  expect(found).toMatchObject({ state: "ready", overview: { study: { judgements: 8 }, models: 0 } });
  expect(await findOverviewStatus(researcher.actor, { dataset }, part)).toMatchObject({ state: "ready" });
  expect(found?.overview?.reliability.map(({ scope }) => scope)).not.toContain("q");
  expect(await db.reportSection.count({ where: { report: { selection: "?model=m" } } })).toBe(0);

  const pairs = await sectionOf(part, "pairs");
  expect(pairs).toMatchObject({ state: "ready", dataAt: found?.dataAt });
  expect(await findReport(researcher.actor, { dataset }, part)).toMatchObject({
    state: "computing",
    report: null,
    beginning: { study: { judgements: 8 } },
  });
  while (await step());
  const whole = await findReport(researcher.actor, { dataset }, part);
  expect(whole?.state).toBe("ready");
  expect(pairs?.section?.parts).toEqual({ raters: whole?.report?.raters });
  expect(pairs?.section?.made).toEqual(whole?.report?.made);
  expect(found?.overview?.reliability).toEqual(
    whole?.report?.reliability.filter(({ scope }) => scope === "all"),
  );
});

test("overviews are computed before other requests, and the latest request before earlier ones", async () => {
  const [first, second] = [{ item: "q" }, { family: "f" }];
  await findOverview(researcher.actor, { dataset }, first);
  await step();
  for (const name of ["right", "models"] as const)
    await expect(findSection(researcher.actor, { dataset }, first, name)).resolves.toMatchObject({
      state: "computing",
    });
  await findOverview(researcher.actor, { dataset }, second);
  const order = [];
  for (let done = await step(); done; done = await step()) order.push(done);
  expect(order).toEqual(["overview", "models", "right"]);
});

test("after a change of the data a section updates the overview and drops older sections", async () => {
  const part = { arm: "none" };
  await findOverview(researcher.actor, { dataset }, part);
  await step();
  const before = await sectionOf(part, "pairs");
  await db.dataset.update({ where: { id: dataset }, data: { dataVersion: 1 } });
  forgetStudy();
  const stored = () =>
    db.report.findMany({
      where: { datasetId: dataset, selection: "?arm=none", dataAt: { not: null } },
      select: { dataVersion: true, sections: { select: { name: true } } },
    });
  const found = await sectionOfOlder(part);
  expect(found?.dataAt).not.toBe(before?.dataAt);
  expect(await stored()).toEqual([{ dataVersion: 1, sections: [{ name: "drafts" }] }]);
  await db.dataset.update({ where: { id: dataset }, data: { dataVersion: 0 } });
});

/** Asks for a section of a report whose data have changed, computed before the newer overview. */
async function sectionOfOlder(part: Parameters<typeof findSection>[2]) {
  const found = findSection(researcher.actor, { dataset }, part, "drafts");
  await expect
    .poll(async () => {
      const asked = await db.reportSection.findFirst({
        where: { name: "drafts", content: { equals: Prisma.DbNull } },
      });
      if (asked) await computeStep({ reportId: asked.reportId, section: "drafts" });
      return asked !== null;
    })
    .toBe(true);
  // A section that is not there in time comes with the next request.
  await found;
  return findSection(researcher.actor, { dataset }, part, "drafts");
}

test("a failed computation is reported until it is requested again", async () => {
  const { id: batch } = await makeBatch({ dataset: await makeDataset({ project: { id: project.id } }) });
  await findReport(researcher.actor, { batch });
  await db.report.updateMany({ where: { batchId: batch }, data: { failure: "No." } });
  expect(await findReport(researcher.actor, { batch })).toMatchObject({ state: "failed", failure: "No." });
  expect(await retryReport(researcher.actor, { batch })).toMatchObject({ state: "computing", failure: null });
  await work();
  expect(await findReport(researcher.actor, { batch })).toMatchObject({ state: "ready" });
});

test("a selection of a study has a report of its own beside the whole study's", async () => {
  const part = { rater: "A0" };
  // Another part can be selected while this one is computed.
  expect(await findReport(researcher.actor, { dataset }, part)).toMatchObject({
    state: "computing",
    report: null,
    choices: { rater: ["A0", "A1"] },
  });
  await work();
  const found = await findReport(researcher.actor, { dataset }, part);
  expect(found?.report?.study).toMatchObject({ judgements: 4, raters: { human: 1 } });
  // Other intervals are a report of their own as well.
  const drawn = { replicates: "5000", confidence: "0.9" } as const;
  await findReport(researcher.actor, { dataset }, drawn);
  await work();
  const { report } = (await findReport(researcher.actor, { dataset }, drawn)) ?? {};
  expect(report?.made).toMatchObject({ replicates: 5000, confidence: 0.9, seed: 42 });
  expect(report?.study.judgements).toBe(8);
  // The choices are those of the whole study, so the selection can be left again.
  expect(found?.report?.choices.rater).toEqual(["A0", "A1"]);
  const whole = await findReport(researcher.actor, { dataset });
  expect(whole?.report?.study.judgements).toBe(8);
  const listed = await listReports(researcher.actor, project.id);
  expect(listed.find(({ id }) => id === dataset)?.summary?.judgements).toBe(8);
  const outsider = await makeMember("researcher");
  expect(await findReport(outsider.actor, { dataset }, part)).toBeNull();
});

test("parts of a study that is not read again have the same report, until the data change", async () => {
  const part = { rater: "A1" };
  const scope = { projectId: project.id, datasetId: dataset, batchId: null };
  const computed = async () => {
    await findReport(researcher.actor, { dataset }, part);
    await work();
    return (await findReport(researcher.actor, { dataset }, part))?.report;
  };
  const { study } = await loadStudy(scope);
  const fresh = await reportOf(selected(study, part), { replicates: 1000, seed: 42 });
  const first = await computed();
  expect(rememberedStudy(scope, 0)).not.toBeNull();
  await db.report.deleteMany({ where: { datasetId: dataset, selection: { not: "" } } });
  const second = await computed();
  expect(second).toEqual(first);
  expect(second).toMatchObject({ reliability: fresh.reliability, annotators: fresh.annotators });

  await db.dataset.update({ where: { id: dataset }, data: { dataVersion: { increment: 1 } } });
  expect(rememberedStudy(scope, 1)).toBeNull();
  await computed();
  expect(await findReport(researcher.actor, { dataset }, part)).toMatchObject({
    state: "ready",
    dataVersion: 1,
  });
  await db.dataset.update({ where: { id: dataset }, data: { dataVersion: 0 } });
});

test("the judgements behind a number are listed under pseudonyms, and nothing to others", async () => {
  const list = (query: Parameters<typeof listJudgements>[2]) =>
    listJudgements(researcher.actor, { dataset }, query);
  const all = await list({});
  expect(all?.judgements.map(({ rater, responses, value }) => [rater, responses, value])).toEqual(
    EMAIL_ANSWERS.flatMap((values, n) => values.map((value, rater) => [`A${rater}`, [`r${n}`], value])),
  );
  expect(all?.next).toBeNull();
  const [first] = all?.judgements ?? [];
  expect(first).toMatchObject({ task: "t0", item: "q", itemText: "Polite", exposure: "none", model: "m" });

  expect((await list({ rater: "A1" }))?.judgements).toHaveLength(4);
  expect((await list({ item: "q", exposure: "independent", model: "m" }))?.judgements).toHaveLength(8);
  expect((await list({ item: "c/q" }))?.judgements).toHaveLength(8);
  for (const nothing of [
    { item: "overall" },
    { exposure: "exposed" },
    { arm: "a" },
    { family: "x' OR '1'='1" },
    { item: "category:x" },
  ] as const)
    expect((await list(nothing))?.judgements).toEqual([]);

  const half = await list({ after: await placeOf(3) });
  expect(half?.judgements.map(({ id }) => id)).toEqual(all?.judgements.slice(4).map(({ id }) => id));

  const outsider = await makeMember("researcher");
  expect(await listJudgements(outsider.actor, { dataset }, {})).toBeNull();
  const annotator = await makeMember("annotator", { project });
  expect(await listJudgements(actAs(annotator.actor, "researcher"), { dataset }, {})).toBeNull();
});

test("machines' drafts and imported judgements are listed as people's judgements are", async () => {
  const about = { task: "t", response: "r", item: "q" };
  const study = [
    { type: "study", version: 1, name: "Machines" },
    { type: "task", id: "t", instruction: "Write an email." },
    { type: "response", id: "r", task: "t", model: "m", text: "Dear …" },
    emailRecords().find(({ type }) => type === "rubric"),
    { type: "draft", id: "d1", ...about, rater: "gpt-x", raterKind: "llm", method: "direct", value: "yes" },
    { type: "draft", id: "d2", ...about, rater: "gpt-x", raterKind: "llm", method: "cot", value: "no" },
    { type: "draft", id: "d3", ...about, rater: "gpt-y", raterKind: "llm", value: null },
    { type: "judgement", id: "j1", ...about, rater: "gpt-z", raterKind: "llm", value: "no" },
    { type: "judgement", id: "j2", ...about, rater: "A", raterKind: "human", exposure: "none", value: "no" },
  ];
  const imported = await importStudyFile(
    project.id,
    [Buffer.from(study.map((one) => JSON.stringify(one)).join("\n"))],
    { fileName: "machines.jsonl" },
  );
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const list = async (query: Parameters<typeof listJudgements>[2]) =>
    (await listJudgements(researcher.actor, { dataset: imported.datasetId }, query))?.judgements.map(
      ({ rater, raterKind, method, value, item, drafted, assignment }) =>
        [rater, raterKind, method, value, item, drafted, assignment].join(" "),
    );
  const [direct, cot] = ["gpt-x llm direct yes q false ", "gpt-x llm cot no q false "];
  expect(await list({})).toEqual(["A human  no q false "]);
  expect((await list({ by: "machines" }))?.toSorted()).toEqual([cot, direct, "gpt-z llm  no q false "]);
  expect(await list({ by: "machines", rater: "gpt-x", method: "cot" })).toEqual([cot]);
  expect((await list({ by: "machines", item: "q", rater: "gpt-x", exposure: "exposed" }))?.length).toBe(2);
  expect(await list({ by: "machines", family: "none" })).toEqual([]);
});

test("a comparison is behind the numbers of either response's model", async () => {
  const pair = [
    { type: "study", version: 1, name: "Pairs" },
    { type: "task", id: "t", instruction: "Write an email." },
    ...["x", "y"].map((model) => ({ type: "response", id: `r-${model}`, task: "t", model, text: "Dear …" })),
    {
      ...{ type: "judgement", id: "j", task: "t", item: "preference", pair: ["r-x", "r-y"] },
      ...{ rater: "A", raterKind: "human", exposure: "none", value: "A" },
    },
  ];
  const content = Buffer.from(pair.map((line) => JSON.stringify(line)).join("\n"));
  const done = await importStudyFile(project.id, [content], { fileName: "pairs.jsonl" });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const listed = async (model: string) =>
    (await listJudgements(researcher.actor, { dataset: done.datasetId }, { model }))?.judgements.length;
  expect([await listed("x"), await listed("y"), await listed("z")]).toEqual([1, 1, 0]);
});

/** The cursor of a judgement in the list. */
async function placeOf(at: number): Promise<string> {
  const rows = await db.judgement.findMany({
    where: { datasetId: dataset },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return `${rows[at]?.position}.${rows[at]?.id}`;
}

test("a report offers its values as a pilot, to its readers only", async () => {
  await findReport(researcher.actor, { dataset });
  await work();
  const pilot = await findPilot(researcher.actor, { dataset }, {});
  expect(pilot).toMatchObject({
    ...{ scopes: ["all", "q"], scope: "all", wage: null },
    agreement: { exposure: "independent", level: "nominal", categories: ["no", "yes"], raters: 2, of: 4 },
  });
  const { units = [] } = pilot?.agreement ?? {};
  expect(units.map(({ values }) => values.map((at) => pilot?.agreement?.categories[at]))).toEqual(
    EMAIL_ANSWERS,
  );
  expect(pilot?.means.map(({ judge, of }) => ({ judge, of }))).toEqual([{ judge: null, of: 4 }]);
  expect(await findPilot(researcher.actor, { dataset }, { scope: "q" })).toMatchObject({ scope: "q" });
  // A part of the study has no report yet.
  expect(await findPilot(researcher.actor, { dataset }, { item: "q" })).toMatchObject({ scopes: [] });
  const outsider = await makeMember("researcher");
  expect(await findPilot(outsider.actor, { dataset }, {})).toBeNull();
});
