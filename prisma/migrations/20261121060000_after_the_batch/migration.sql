-- AlterEnum
ALTER TYPE "RaterKind" ADD VALUE 'adjudicator';

-- AlterTable
ALTER TABLE "RubricVersion" ADD COLUMN     "batchId" UUID,
ADD COLUMN     "createdBy" UUID;

-- AlterTable
ALTER TABLE "ItemVersion" ADD COLUMN     "wording" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "Batch" ADD COLUMN     "followsId" UUID;

-- AlterTable
ALTER TABLE "Judgement" ADD COLUMN     "caseId" UUID;

-- CreateTable
CREATE TABLE "BatchRubric" (
    "batchId" UUID NOT NULL,
    "rubricId" UUID NOT NULL,
    "rubricVersionId" UUID NOT NULL,
    "onlyItems" UUID[],

    CONSTRAINT "BatchRubric_pkey" PRIMARY KEY ("batchId","rubricId")
);

-- CreateTable
CREATE TABLE "ChosenSubject" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "taskId" UUID NOT NULL,
    "responseId" UUID,

    CONSTRAINT "ChosenSubject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BatchAdjudicator" (
    "batchId" UUID NOT NULL,
    "membershipId" UUID NOT NULL,
    "addedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BatchAdjudicator_pkey" PRIMARY KEY ("batchId","membershipId")
);

-- CreateTable
CREATE TABLE "Adjudication" (
    "batchId" UUID NOT NULL,
    "rule" JSONB NOT NULL,
    "startedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedBy" UUID,
    "refreshedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Adjudication_pkey" PRIMARY KEY ("batchId")
);

-- CreateTable
CREATE TABLE "AdjudicationCase" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "taskId" UUID NOT NULL,
    "responseId" UUID NOT NULL,
    "itemId" UUID,
    "reasons" TEXT[],
    "agreement" DOUBLE PRECISION,
    "joinedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AdjudicationCase_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Ruling" (
    "id" UUID NOT NULL,
    "caseId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "raterId" UUID NOT NULL,
    "value" JSONB,
    "note" TEXT NOT NULL DEFAULT '',
    "votes" JSONB NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Ruling_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "BatchRubric_rubricVersionId_idx" ON "BatchRubric"("rubricVersionId");

-- CreateIndex
CREATE INDEX "BatchAdjudicator_membershipId_idx" ON "BatchAdjudicator"("membershipId");

-- CreateIndex
CREATE INDEX "AdjudicationCase_batchId_position_idx" ON "AdjudicationCase"("batchId", "position");

-- CreateIndex
CREATE INDEX "AdjudicationCase_taskId_idx" ON "AdjudicationCase"("taskId");

-- CreateIndex
CREATE INDEX "AdjudicationCase_itemId_idx" ON "AdjudicationCase"("itemId");

-- CreateIndex
CREATE INDEX "Ruling_raterId_idx" ON "Ruling"("raterId");

-- CreateIndex
CREATE UNIQUE INDEX "Ruling_caseId_n_key" ON "Ruling"("caseId", "n");

-- CreateIndex
CREATE INDEX "RubricVersion_batchId_idx" ON "RubricVersion"("batchId");

-- CreateIndex
CREATE INDEX "Batch_followsId_idx" ON "Batch"("followsId");

-- CreateIndex
CREATE UNIQUE INDEX "Judgement_caseId_key" ON "Judgement"("caseId");

-- AddForeignKey
ALTER TABLE "RubricVersion" ADD CONSTRAINT "RubricVersion_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_followsId_fkey" FOREIGN KEY ("followsId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchRubric" ADD CONSTRAINT "BatchRubric_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchRubric" ADD CONSTRAINT "BatchRubric_rubricId_fkey" FOREIGN KEY ("rubricId") REFERENCES "Rubric"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchRubric" ADD CONSTRAINT "BatchRubric_rubricVersionId_rubricId_fkey" FOREIGN KEY ("rubricVersionId", "rubricId") REFERENCES "RubricVersion"("id", "rubricId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChosenSubject" ADD CONSTRAINT "ChosenSubject_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChosenSubject" ADD CONSTRAINT "ChosenSubject_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChosenSubject" ADD CONSTRAINT "ChosenSubject_responseId_fkey" FOREIGN KEY ("responseId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "AdjudicationCase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchAdjudicator" ADD CONSTRAINT "BatchAdjudicator_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchAdjudicator" ADD CONSTRAINT "BatchAdjudicator_membershipId_fkey" FOREIGN KEY ("membershipId") REFERENCES "Membership"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Adjudication" ADD CONSTRAINT "Adjudication_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Adjudication"("batchId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_responseId_fkey" FOREIGN KEY ("responseId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "AdjudicationCase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ------------------------------------------------------------------ invariants Prisma cannot express

CREATE UNIQUE INDEX "ChosenSubject_once" ON "ChosenSubject" ("batchId", "taskId", "responseId") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "AdjudicationCase_once_per_unit" ON "AdjudicationCase" ("batchId", "responseId", "itemId")
  NULLS NOT DISTINCT;
ALTER TABLE "ItemVersion" ADD CONSTRAINT "ItemVersion_wording_counts_from_1" CHECK ("wording" >= 1);
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_counts_from_1" CHECK ("n" >= 1);
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_value" CHECK ("value" IS NULL OR jsonb_typeof("value") IN ('string', 'number'));
CREATE TRIGGER "Ruling_append_only" BEFORE UPDATE ON "Ruling"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- A judgement is an annotator's (of an assignment), an adjudicator's (of a case) or imported.
ALTER TABLE "Judgement" DROP CONSTRAINT "Judgement_from_batch_or_file";
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_from_batch_or_file" CHECK (
  CASE WHEN "batchId" IS NULL
    THEN "assignmentId" IS NULL AND "caseId" IS NULL AND "armId" IS NULL AND "key" IS NOT NULL
  WHEN "caseId" IS NOT NULL
    THEN "assignmentId" IS NULL AND "armId" IS NULL AND "exposure" IS NULL AND "value" IS NOT NULL
  ELSE "assignmentId" IS NOT NULL AND "armId" IS NOT NULL AND "exposure" IS NOT NULL AND "step" IS NOT NULL
    AND "value" IS NOT NULL
  END);
