-- AlterTable
ALTER TABLE "Batch" ADD COLUMN     "previousId" UUID;

-- AlterTable
ALTER TABLE "Assignment" ADD COLUMN     "reopenedAt" TIMESTAMPTZ,
ADD COLUMN     "submittedVersion" INTEGER;

-- CreateTable
CREATE TABLE "Reopening" (
    "id" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "note" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "askedBy" UUID,
    "submittedAt" TIMESTAMPTZ NOT NULL,
    "version" INTEGER NOT NULL,
    "endedAt" TIMESTAMPTZ,

    CONSTRAINT "Reopening_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Reopening_assignmentId_idx" ON "Reopening"("assignmentId");

-- CreateIndex
CREATE INDEX "Batch_previousId_idx" ON "Batch"("previousId");

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_previousId_fkey" FOREIGN KEY ("previousId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reopening" ADD CONSTRAINT "Reopening_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was submitted before consists of everything that was done.
UPDATE "Assignment" SET "submittedVersion" = "version" WHERE "state" = 'submitted';
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_submitted_version" CHECK (
  "submittedVersion" BETWEEN 0 AND "version");
-- A reopened assignment was submitted, and is neither submitted nor given back until that is settled.
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_reopened" CHECK (
  CASE WHEN "reopenedAt" IS NULL THEN "state" <> 'reopened'
    ELSE "state" IN ('reopened', 'reserved', 'open') AND "submittedVersion" IS NOT NULL END);
ALTER TABLE "Reopening" ADD CONSTRAINT "Reopening_version" CHECK ("version" >= 0);
ALTER TABLE "Reopening" ADD CONSTRAINT "Reopening_note" CHECK (char_length("note") BETWEEN 1 AND 2000);
CREATE UNIQUE INDEX "Reopening_one_at_a_time" ON "Reopening" ("assignmentId") WHERE "endedAt" IS NULL;
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_not_its_own_previous" CHECK ("previousId" <> "id");
