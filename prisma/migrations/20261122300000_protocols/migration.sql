-- AlterTable
ALTER TABLE "Judgement" ADD COLUMN     "swapped" BOOLEAN;

-- CreateTable
CREATE TABLE "Labelling" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "armId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "step" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "taskId" UUID NOT NULL,
    "itemId" UUID,
    "itemVersionId" UUID,
    "exposure" "Exposure" NOT NULL,
    "draftUnitId" UUID,
    "drafted" JSONB,
    "initial" JSONB,
    "labels" TEXT[],
    "shown" INTEGER NOT NULL,
    "activeMs" INTEGER,
    "idleMs" INTEGER,
    "startedAt" TIMESTAMPTZ,
    "submittedAt" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "Labelling_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Labelling_batchId_idx" ON "Labelling"("batchId");

-- CreateIndex
CREATE INDEX "Labelling_assignmentId_idx" ON "Labelling"("assignmentId");

-- CreateIndex
CREATE INDEX "Labelling_raterId_idx" ON "Labelling"("raterId");

-- CreateIndex
CREATE INDEX "Labelling_taskId_idx" ON "Labelling"("taskId");

-- CreateIndex
CREATE INDEX "Labelling_itemId_idx" ON "Labelling"("itemId");

-- CreateIndex
CREATE INDEX "Labelling_itemVersionId_idx" ON "Labelling"("itemVersionId");

-- CreateIndex
CREATE INDEX "Labelling_draftUnitId_idx" ON "Labelling"("draftUnitId");

-- CreateIndex
CREATE INDEX "Labelling_armId_idx" ON "Labelling"("armId");

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_armId_fkey" FOREIGN KEY ("armId") REFERENCES "Arm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_itemVersionId_fkey" FOREIGN KEY ("itemVersionId") REFERENCES "ItemVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_draftUnitId_fkey" FOREIGN KEY ("draftUnitId") REFERENCES "DraftUnit"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- One set of labels per assignment, step and item (or, without an item, the task)
CREATE UNIQUE INDEX "Labelling_once_per_unit" ON "Labelling" ("assignmentId", "step", "itemId") NULLS NOT DISTINCT;
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_item" CHECK (("itemId" IS NULL) = ("itemVersionId" IS NULL));
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_draft" CHECK (
  ("drafted" IS NULL OR jsonb_typeof("drafted") = 'array')
  AND ("initial" IS NULL OR jsonb_typeof("initial") IN ('array', 'null'))
  AND ("draftUnitId" IS NULL OR "drafted" IS NOT NULL));
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_times" CHECK (
  "shown" >= 1 AND coalesce("activeMs", 0) >= 0 AND coalesce("idleMs", 0) >= 0);
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_swapped" CHECK ("swapped" IS NULL OR "target" = 'preference');
