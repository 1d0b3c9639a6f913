import { execFileSync } from "node:child_process";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { runJob } from "@/lib/queue/testing/run-job";
import { computeStep } from "@/lib/report/computation/compute-step";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { stopIdle } from "@/lib/report/computation/report-process-client";
import { findOverview, findSection, retryReport } from "@/lib/report/data/find-report";
import { loadStudy } from "@/lib/report/data/load-study";
import { nextStep, requestSections } from "@/lib/report/data/request-report";
import { reportJobs } from "@/lib/report/jobs";
import { selected } from "@/lib/report/rules/selection";
import { computeReportJob } from "@/lib/report/schema/jobs";
import { emailsStudy } from "@/testing/builders/emails-study";
import { makeMember } from "@/testing/builders/people";

let researcher: Awaited<ReturnType<typeof makeMember<"researcher">>>;
let scope: { projectId: string; datasetId: string; batchId: null };
const others = new Set<number>();

beforeAll(async () => {
  for (const pid of reportProcesses()) others.add(pid);
  researcher = await makeMember("researcher");
  const done = await importStudyFile(researcher.projectId, [Buffer.from(emailsStudy())], {
    fileName: "study.jsonl",
  });
  if (!("datasetId" in done)) throw new Error(done.failure);
  scope = { projectId: researcher.projectId, datasetId: done.datasetId, batchId: null };
});

afterAll(stopIdle);

const look = (rater: string) => findOverview(researcher.actor, { dataset: scope.datasetId }, { rater });

async function reportOn(rater: string): Promise<string> {
  const where = { datasetId: scope.datasetId, selection: `?rater=${rater}` };
  return (await db.report.findFirstOrThrow({ where, select: { id: true } })).id;
}

/** The report on one person's judgements, requested with some sections. */
async function request(rater: string) {
  await look(rater);
  const id = await reportOn(rater);
  await requestSections(id, ["agreement", "work"]);
  return id;
}

const run = (id: string) => runJob(reportJobs, computeReportJob, { id });

/** The report processes of this test: another one's may still be waiting for work beside them. */
const processes = () => reportProcesses().filter((pid) => !others.has(pid));

function reportProcesses(): number[] {
  const listed = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  const own = listed.split("\n").filter((line) => line.includes("lib/worker/report-process.ts"));
  return own.map((line) => Number.parseInt(line, 10));
}

test("two parts requested at once are computed one after the other by one process, each as if it were alone", async () => {
  const ids = [await request("A0"), await request("A1")];
  await Promise.all(ids.map(run));
  expect(processes()).toHaveLength(1);
  expect(await nextStep(scope)).toBeNull();
  const { study } = await loadStudy(scope);
  for (const rater of ["A0", "A1"]) {
    const expected = await reportOf(selected(study, { rater }), { replicates: 1000, seed: 42 });
    const found = await look(rater);
    expect(found).toMatchObject({ state: "ready", overview: { study: expected.study } });
    for (const name of ["agreement", "work"] as const) {
      const { section } =
        (await findSection(researcher.actor, { dataset: scope.datasetId }, { rater }, name)) ?? {};
      expect(section?.made).toEqual(expected.made);
      expect(expected).toMatchObject(section?.parts ?? { none: true });
    }
  }
  // Nothing that nobody asked for.
  expect(await db.reportSection.count({ where: { report: { datasetId: scope.datasetId } } })).toBe(4);
}, 120_000);

test("a report process killed in the middle leaves one section failed, which can be computed again, and the others right", async () => {
  await db.report.deleteMany({ where: { datasetId: scope.datasetId } });
  const blocker = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  blocker.on("error", () => {}); // A failing test takes its database along.
  await blocker.connect();
  try {
    await look("A0");
    await computeStep({ reportId: await reportOn("A0"), section: null });
    const id = await request("A0");
    // The process waits for this lock in the middle of its work: with a section computed and not stored.
    await blocker.query('BEGIN; LOCK TABLE "ReportSection" IN EXCLUSIVE MODE');
    const done = run(id);
    const isWaiting = async () =>
      (
        await blocker.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
      ).rowCount;
    await expect.poll(isWaiting, { timeout: 60_000 }).toBe(1);
    for (const pid of processes()) process.kill(pid, "SIGKILL");
    await expect.poll(processes).toEqual([]);
    await blocker.query("ROLLBACK");
    await done;

    const sections = await db.reportSection.findMany({ where: { reportId: id }, orderBy: { name: "asc" } });
    expect(sections.map(({ content, failure }) => [content !== null, failure !== null]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
    const failed = sections.find(({ failure }) => failure !== null);
    expect(failed?.failure).toMatch(/memory|ended/);
    expect(await look("A0")).toMatchObject({ state: "ready" });
    expect(await nextStep(scope)).toBeNull();

    await retryReport(researcher.actor, { dataset: scope.datasetId }, { rater: "A0" });
    await run(id);
    expect(await db.reportSection.count({ where: { reportId: id, failure: null } })).toBe(2);
    expect(await nextStep(scope)).toBeNull();
  } finally {
    await blocker.end();
  }
}, 120_000);
