-- AlterTable
ALTER TABLE "Report" ADD COLUMN     "reliability" JSON,
ADD COLUMN     "selection" TEXT NOT NULL DEFAULT '';

-- A selection of a study has a report of its own beside that of the whole.
DROP INDEX "Report_of";
CREATE UNIQUE INDEX "Report_of" ON "Report" ("datasetId", "batchId", "dataVersion", "rulesVersion", "selection") NULLS NOT DISTINCT;
