// Prints the report on every batch of DATABASE_URL's database, recomputed from its rows, as JSON by batch.
import { db, disconnect } from "@/lib/database/db";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";

const reports: Record<string, unknown> = {};
for (const { id, datasetId, projectId } of await db.batch.findMany({ orderBy: { id: "asc" } })) {
  const { study } = await loadStudy({ projectId, datasetId, batchId: id });
  // The same rows have the same report however often they are resampled.
  reports[id] = await reportOf(study, { replicates: 50, seed: 42 });
}
process.stdout.write(JSON.stringify(reports));
await disconnect();
