import "server-only";
import { handle } from "@/lib/queue/job";
import { failReport } from "@/lib/report/compute-report";
import { computeInProcess } from "@/lib/report/report-process-client";
import { computeReportJob } from "@/lib/report/schema/jobs";

export const reportJobs = [
  /** Computing takes seconds and much memory, so it runs in the worker. */
  handle(computeReportJob, async ({ id }) => {
    const fate = await computeInProcess(id);
    // Not retried: a study that was too large would be too large again.
    if (fate !== "done") await failReport(id, fate);
  }),
];
