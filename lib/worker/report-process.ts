import "server-only";
import "@/lib/worker/v8-flags";
import { computeStep } from "@/lib/report/computation/compute-step";
import type { ReportStep } from "@/lib/report/data/request-report";

// Computes parts of reports for the worker that started this process, one after the other, until the worker ends.
process.on("message", async (step: ReportStep) => {
  await computeStep(step);
  process.send?.("done");
});
process.on("disconnect", () => process.exit(0));
