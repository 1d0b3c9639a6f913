import "server-only";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { failReport } from "@/lib/report/computation/compute-step";
import { withReportProcess } from "@/lib/report/computation/report-process-client";
import { nextStep, type ReportStep, studyOfReport } from "@/lib/report/data/request-report";
import { type ComputationOutcome, REPORT_LIMITS } from "@/lib/report/rules/computation-limits";

/** The studies whose requests this worker computes at the moment; true if more may have been requested since. */
const underWay = new Map<string, boolean>();

/**
 * Computes everything that is requested of the study of a report, step by step. While that goes on, further calls
 * about the same study leave their requests to it, so that one process computes them all with the study in memory,
 * and what was requested last comes first.
 */
export async function computeBySteps(reportId: string, limits = REPORT_LIMITS): Promise<void> {
  const study = await studyOfReport(reportId);
  if (!study) return;
  const key = `${study.datasetId} ${study.batchId ?? ""}`;
  if (underWay.has(key)) {
    underWay.set(key, true);
    return;
  }
  underWay.set(key, true);
  await withReportProcess(study, (compute) => computeAll(study, key, compute), limits);
}

async function computeAll(
  study: StudyScope,
  key: string,
  compute: (step: ReportStep) => Promise<ComputationOutcome>,
): Promise<void> {
  let last: ReportStep | null = null;
  try {
    while (underWay.get(key)) {
      underWay.set(key, false);
      for (let step = await nextStep(study); step; step = await nextStep(study)) {
        // A step that is still requested after it was computed would be computed for ever.
        const outcome = isSame(step, last) ? "died" : await compute(step);
        // Not retried: a study that was too large would be too large again.
        if (outcome !== "done") await failReport(step.reportId, outcome, step.section);
        last = step;
      }
    }
  } finally {
    // At once, so that no call in between relies on a computation that has ended.
    underWay.delete(key);
  }
}

function isSame(step: ReportStep, last: ReportStep | null): boolean {
  return step.reportId === last?.reportId && step.section === last.section;
}
