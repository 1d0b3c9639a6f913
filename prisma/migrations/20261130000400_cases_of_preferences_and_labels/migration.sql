-- AlterTable
ALTER TABLE "AdjudicationCase" ADD COLUMN "assigneeId" UUID,
ADD COLUMN "question" TEXT,
ADD COLUMN "responseBId" UUID,
ALTER COLUMN "responseId" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "AdjudicationCase_responseId_idx" ON "AdjudicationCase"("responseId");

-- CreateIndex
CREATE INDEX "AdjudicationCase_responseBId_idx" ON "AdjudicationCase"("responseBId");

-- CreateIndex
CREATE INDEX "AdjudicationCase_assigneeId_idx" ON "AdjudicationCase"("assigneeId");

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_responseBId_fkey" FOREIGN KEY ("responseBId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_assigneeId_fkey" FOREIGN KEY ("assigneeId") REFERENCES "Membership"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A unit is contested once: a value of a response, a preference between two, or labels of a task, a response or an item.
DROP INDEX "AdjudicationCase_once_per_unit";
CREATE UNIQUE INDEX "AdjudicationCase_once_per_unit"
  ON "AdjudicationCase" ("batchId", "taskId", "responseId", "responseBId", "itemId", "question") NULLS NOT DISTINCT;

ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_unit" CHECK (
  CASE WHEN "question" IS NULL THEN "responseId" IS NOT NULL AND ("responseBId" IS NULL OR "itemId" IS NULL)
    ELSE "responseBId" IS NULL AND ("responseId" IS NULL OR "itemId" IS NULL) END);

-- A ruling on labels is a list.
ALTER TABLE "Ruling" DROP CONSTRAINT "Ruling_value";
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_value" CHECK ("value" IS NULL OR jsonb_typeof("value") IN ('string', 'number', 'array'));
