import "server-only";
import "@/lib/worker/v8-flags";
import { computeReport } from "@/lib/report/compute-report";

// Computes reports for the worker that started this process, one after the other, until the worker ends.
process.on("message", async ({ id }: { id: string }) => {
  await computeReport(id);
  process.send?.("done");
});
process.on("disconnect", () => process.exit(0));
