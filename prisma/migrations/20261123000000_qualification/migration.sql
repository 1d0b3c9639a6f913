-- CreateEnum
CREATE TYPE "QualifiedBy" AS ENUM ('training', 'exam', 'earlier', 'admin');

-- CreateEnum
CREATE TYPE "GrantKind" AS ENUM ('attempt', 'admission');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "SubjectUse" ADD VALUE 'training';
ALTER TYPE "SubjectUse" ADD VALUE 'exam';

-- DropIndex
DROP INDEX "Assignment_subjectId_raterId_key";

-- AlterTable
ALTER TABLE "ParticipationLink" ADD COLUMN     "screenedCode" TEXT,
ADD COLUMN     "screenedUrl" TEXT;

-- AlterTable
ALTER TABLE "Participation" ADD COLUMN     "screenedAt" TIMESTAMPTZ;

-- AlterTable
ALTER TABLE "Assignment" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "slotId" DROP NOT NULL;

-- CreateTable
CREATE TABLE "GoldAnswer" (
    "assignmentId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "itemVersionId" UUID,
    "given" JSONB,
    "gold" JSONB NOT NULL,
    "explanation" TEXT NOT NULL DEFAULT '',
    "isRight" BOOLEAN NOT NULL,

    CONSTRAINT "GoldAnswer_pkey" PRIMARY KEY ("assignmentId","position")
);

-- CreateTable
CREATE TABLE "Qualification" (
    "batchId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "startedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "qualifiedAt" TIMESTAMPTZ,
    "by" "QualifiedBy",

    CONSTRAINT "Qualification_pkey" PRIMARY KEY ("batchId","raterId")
);

-- CreateTable
CREATE TABLE "ExamResult" (
    "batchId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "asked" INTEGER NOT NULL,
    "right" INTEGER NOT NULL,
    "passed" BOOLEAN NOT NULL,
    "endedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ExamResult_pkey" PRIMARY KEY ("batchId","raterId","attempt")
);

-- CreateTable
CREATE TABLE "QualificationGrant" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "kind" "GrantKind" NOT NULL,
    "note" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "grantedBy" UUID,

    CONSTRAINT "QualificationGrant_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "GoldAnswer_itemVersionId_idx" ON "GoldAnswer"("itemVersionId");

-- CreateIndex
CREATE INDEX "Qualification_raterId_idx" ON "Qualification"("raterId");

-- CreateIndex
CREATE INDEX "QualificationGrant_batchId_raterId_idx" ON "QualificationGrant"("batchId", "raterId");

-- CreateIndex
CREATE UNIQUE INDEX "Assignment_subjectId_raterId_attempt_key" ON "Assignment"("subjectId", "raterId", "attempt");

-- AddForeignKey
ALTER TABLE "GoldAnswer" ADD CONSTRAINT "GoldAnswer_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldAnswer" ADD CONSTRAINT "GoldAnswer_itemVersionId_fkey" FOREIGN KEY ("itemVersionId") REFERENCES "ItemVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Qualification" ADD CONSTRAINT "Qualification_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Qualification" ADD CONSTRAINT "Qualification_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExamResult" ADD CONSTRAINT "ExamResult_batchId_raterId_fkey" FOREIGN KEY ("batchId", "raterId") REFERENCES "Qualification"("batchId", "raterId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QualificationGrant" ADD CONSTRAINT "QualificationGrant_batchId_raterId_fkey" FOREIGN KEY ("batchId", "raterId") REFERENCES "Qualification"("batchId", "raterId") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_attempt" CHECK (
  "attempt" >= 0 AND ("slotId" IS NULL) = ("attempt" > 0));
-- Training and exams are done where they stand: never skipped, kept ahead or sent back.
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_of_training" CHECK (
  "attempt" = 0 OR "state" IN ('open', 'submitted', 'expired', 'returned') AND "reopenedAt" IS NULL);
ALTER TABLE "Qualification" ADD CONSTRAINT "Qualification_by" CHECK (("by" IS NULL) = ("qualifiedAt" IS NULL));
ALTER TABLE "ExamResult" ADD CONSTRAINT "ExamResult_right" CHECK (
  "attempt" >= 1 AND "asked" >= 1 AND "right" BETWEEN 0 AND "asked");
ALTER TABLE "Participation" ADD CONSTRAINT "Participation_screened" CHECK (
  "screenedAt" IS NULL OR "leftAt" IS NOT NULL);
