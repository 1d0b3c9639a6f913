-- CreateTable
CREATE TABLE "Report" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "batchId" UUID,
    "dataVersion" INTEGER NOT NULL,
    "rulesVersion" INTEGER NOT NULL,
    "requestedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dataAt" TIMESTAMPTZ,
    "result" JSON,
    "items" JSONB NOT NULL DEFAULT '[]',
    "failure" TEXT,

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Report_batchId_idx" ON "Report"("batchId");

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX "Report_of" ON "Report" ("datasetId", "batchId", "dataVersion", "rulesVersion") NULLS NOT DISTINCT;
ALTER TABLE "Report" ADD CONSTRAINT "Report_result" CHECK (
  ("result" IS NULL) = ("dataAt" IS NULL) AND ("result" IS NULL OR "failure" IS NULL));
