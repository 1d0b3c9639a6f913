-- AlterTable
ALTER TABLE "Notice" ADD COLUMN     "readAt" TIMESTAMPTZ,
ALTER COLUMN "delivery" DROP NOT NULL,
ALTER COLUMN "delivery" DROP DEFAULT;

-- AlterTable
ALTER TABLE "BatchAnnotator" ADD COLUMN     "stoppedAt" TIMESTAMPTZ;

-- CreateIndex
CREATE INDEX "Notice_userId_createdAt_id_idx" ON "Notice"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Notice_subjectId_idx" ON "Notice"("subjectId");
