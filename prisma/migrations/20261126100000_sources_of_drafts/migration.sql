-- AlterTable
ALTER TABLE "Rubric" ADD COLUMN     "responseBId" UUID,
ADD COLUMN     "responseId" UUID,
ADD COLUMN     "retiredAt" TIMESTAMPTZ;

-- AlterTable
ALTER TABLE "DraftRun" ADD COLUMN     "published" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "withdrawnAt" TIMESTAMPTZ;

-- CreateIndex
CREATE INDEX "Rubric_responseId_idx" ON "Rubric"("responseId");

-- CreateIndex
CREATE INDEX "Rubric_responseBId_idx" ON "Rubric"("responseBId");

-- AddForeignKey
ALTER TABLE "Rubric" ADD CONSTRAINT "Rubric_responseId_taskId_fkey" FOREIGN KEY ("responseId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rubric" ADD CONSTRAINT "Rubric_responseBId_taskId_fkey" FOREIGN KEY ("responseBId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- A rubric for one response is of that response's task, and one for a pair of two different ones.
ALTER TABLE "Rubric" ADD CONSTRAINT "Rubric_response_of_task" CHECK (
  ("responseId" IS NULL OR "taskId" IS NOT NULL)
  AND ("responseBId" IS NULL OR "responseId" IS NOT NULL AND "responseId" <> "responseBId"));

-- What runs wrote for one response or a pair so far says so from now on.
UPDATE "Rubric" AS r SET "responseId" = u."responseId", "responseBId" = u."responseBId"
FROM "RubricVersion" AS v JOIN "DraftUnit" AS u ON u."id" = v."unitId"
WHERE v."rubricId" = r."id" AND r."taskId" = u."taskId" AND u."responseId" IS NOT NULL;
