import { computeStep } from "@/lib/report/computation/compute-step";
import { nextStep, studyOfReport } from "@/lib/report/data/request-report";

/** Computes everything that is requested of the study of a report, in this process. */
export async function computeReport(id: string): Promise<void> {
  const scope = await studyOfReport(id);
  if (!scope) return;
  for (let step = await nextStep(scope); step; step = await nextStep(scope)) await computeStep(step);
}
