import "server-only";
import "@/lib/worker/v8-flags";
import { computeReport } from "@/lib/report/data";

// Computes reports for the worker that has started it, one after the other, for as long as it is there.
process.on("message", async ({ id }: { id: string }) => {
  await computeReport(id);
  process.send?.("done");
});
process.on("disconnect", () => process.exit(0));
