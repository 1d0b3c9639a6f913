import { afterEach, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { runJob } from "@/lib/queue/testing/run-job";
import { failReport } from "@/lib/report/computation/compute-step";
import { stopIdle, withReportProcess } from "@/lib/report/computation/report-process-client";
import { findReport, retryReport } from "@/lib/report/data/find-report";
import { reportJobs } from "@/lib/report/jobs";
import { REPORT_LIMITS } from "@/lib/report/rules/computation-limits";
import { computeReportJob } from "@/lib/report/schema/jobs";
import { poisonStudy } from "@/lib/report/testing/poison";
import { makeMember } from "@/testing/builders/people";

afterEach(stopIdle);

/** An imported study with a requested report. */
async function run(file: string) {
  const researcher = await makeMember("researcher");
  const done = await importStudyFile(researcher.projectId, [Buffer.from(file)], { fileName: "study.jsonl" });
  if (!("datasetId" in done)) return expect.fail(done.failure);
  const study = { dataset: done.datasetId };
  await findReport(researcher.actor, study);
  const { id } = await db.report.findFirstOrThrow({ where: { datasetId: done.datasetId } });
  return {
    id,
    study,
    scope: { datasetId: done.datasetId, batchId: null },
    look: () => findReport(researcher.actor, study),
    retry: () => retryReport(researcher.actor, study),
  };
}

test("a report is computed in a process of its own, with its largest groups and the pooled others", async () => {
  const { id, look } = await run(poisonStudy(60));
  await runJob(reportJobs, computeReportJob, { id });
  const found = await look();
  expect(found).toMatchObject({ state: "ready", failure: null });
  expect(found?.report?.bounded).toContainEqual({ dimension: "machines", shown: 40, of: 60 });
  expect(found?.report?.bounded).toContainEqual({ dimension: "items", shown: 50, of: 60 });
  const others = found?.report?.reliability.filter(({ scope }) => scope === "other") ?? [];
  expect(Math.max(...others.map(({ units }) => units))).toBe(10);
  expect(JSON.stringify(found).length).toBeLessThan(10_000_000);
}, 120_000);

test("a report that needs too much memory or time ends only its own process, and gives the reason once", async () => {
  const large = await run(poisonStudy(420));
  const fateWithin = (limits: Partial<typeof REPORT_LIMITS>) =>
    withReportProcess(large.scope, (compute) => compute({ reportId: large.id, section: "models" }), {
      ...REPORT_LIMITS,
      ...limits,
    });
  expect(await fateWithin({ heapMb: 64 })).toBe("out-of-memory");
  expect(await fateWithin({ ms: 1 })).toBe("out-of-time");

  const { id, look, retry } = await run(poisonStudy(3));
  await failReport(id, "out-of-time");
  expect(await look()).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("longer than one may"),
  });
  // It is not retried automatically, only when requested again.
  const jobs = () => db.$queryRaw<unknown[]>`SELECT FROM graphile_worker.jobs WHERE key = ${`report ${id}`}`;
  await db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  await look();
  expect(await jobs()).toHaveLength(0);
  expect(await retry()).toMatchObject({ state: "computing" });
  await runJob(reportJobs, computeReportJob, { id });
  expect(await look()).toMatchObject({ state: "ready" });
}, 120_000);
