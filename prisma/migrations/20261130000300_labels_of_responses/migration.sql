-- AlterTable
ALTER TABLE "Labelling" ADD COLUMN "responseId" UUID;

-- CreateIndex
CREATE INDEX "Labelling_responseId_idx" ON "Labelling"("responseId");

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_responseId_taskId_fkey" FOREIGN KEY ("responseId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- Either a response or an item is labelled, or the task itself.
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_one_unit" CHECK ("responseId" IS NULL OR "itemId" IS NULL);
