-- DropIndex
DROP INDEX "Labelling_batchId_idx";

-- CreateIndex
CREATE INDEX "Labelling_batchId_id_idx" ON "Labelling"("batchId", "id");

-- CreateIndex
CREATE INDEX "AskAnswer_batchId_id_idx" ON "AskAnswer"("batchId", "id");
