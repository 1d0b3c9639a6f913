-- CreateIndex
CREATE INDEX "Rubric_datasetId_taskId_idx" ON "Rubric"("datasetId", "taskId");
