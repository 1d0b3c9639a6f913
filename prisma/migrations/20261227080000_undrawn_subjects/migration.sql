-- What passed the filter of a batch when it opened and is no work of it. Estimates of models are for all that passed, so they read
-- what judges say of it. Batches that are open already have none: their filter may choose otherwise by now.
CREATE TABLE "UndrawnSubject" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "taskId" UUID NOT NULL,
    "responseId" UUID NOT NULL,
    "responseBId" UUID,
    "rubricVersionIds" UUID[],

    CONSTRAINT "UndrawnSubject_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "UndrawnSubject_batchId_idx" ON "UndrawnSubject"("batchId");
CREATE INDEX "UndrawnSubject_taskId_idx" ON "UndrawnSubject"("taskId");
CREATE INDEX "UndrawnSubject_responseId_idx" ON "UndrawnSubject"("responseId");
CREATE INDEX "UndrawnSubject_responseBId_idx" ON "UndrawnSubject"("responseBId");

ALTER TABLE "UndrawnSubject" ADD CONSTRAINT "UndrawnSubject_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "UndrawnSubject" ADD CONSTRAINT "UndrawnSubject_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "UndrawnSubject" ADD CONSTRAINT "UndrawnSubject_responseId_fkey" FOREIGN KEY ("responseId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "UndrawnSubject" ADD CONSTRAINT "UndrawnSubject_responseBId_fkey" FOREIGN KEY ("responseBId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;
