import { job, OneRecord } from "@/lib/queue/job";

/** Computes a report. */
export const computeReportJob = job("report-compute", OneRecord);
