import "server-only";
import { handle } from "@/lib/queue/job";
import { computeBySteps } from "@/lib/report/computation/compute-by-steps";
import { computeReportJob } from "@/lib/report/schema/jobs";

export const reportJobs = [
  /** Computing takes seconds and much memory, so it runs in the worker. */
  handle(computeReportJob, ({ id }) => computeBySteps(id)),
];
