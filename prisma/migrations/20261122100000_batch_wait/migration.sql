-- CreateTable
CREATE TABLE "BatchWait" (
    "batchId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "requestedBy" UUID,
    "requestedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refused" TEXT,

    CONSTRAINT "BatchWait_pkey" PRIMARY KEY ("batchId")
);

-- CreateIndex
CREATE INDEX "BatchWait_runId_datasetId_idx" ON "BatchWait"("runId", "datasetId");

-- CreateIndex
CREATE UNIQUE INDEX "BatchWait_batchId_datasetId_key" ON "BatchWait"("batchId", "datasetId");

-- CreateIndex
CREATE UNIQUE INDEX "DraftRun_id_datasetId_key" ON "DraftRun"("id", "datasetId");

-- AddForeignKey
ALTER TABLE "BatchWait" ADD CONSTRAINT "BatchWait_batchId_datasetId_fkey" FOREIGN KEY ("batchId", "datasetId") REFERENCES "Batch"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchWait" ADD CONSTRAINT "BatchWait_runId_datasetId_fkey" FOREIGN KEY ("runId", "datasetId") REFERENCES "DraftRun"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;
