import "server-only";
import { handle } from "@/lib/queue/job";
import { failReport } from "@/lib/report/data";
import { computeInProcess } from "@/lib/report/report-process-client";
import { computeReportJob } from "@/lib/report/schema/jobs";

export const reportJobs = [
  /** The arithmetic takes seconds, which no page may wait for, and memory. */
  handle(computeReportJob, async ({ id }) => {
    const fate = await computeInProcess(id);
    // Once: what was too much is too much the second time.
    if (fate !== "done") await failReport(id, fate);
  }),
];
