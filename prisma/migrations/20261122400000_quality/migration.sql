-- CreateEnum
CREATE TYPE "SubjectUse" AS ENUM ('work', 'check');

-- CreateEnum
CREATE TYPE "PlantedKind" AS ENUM ('verdict', 'item');

-- AlterTable
ALTER TABLE "Batch" ADD COLUMN     "quality" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "Arm" ADD COLUMN     "reserved" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Subject" ADD COLUMN     "reserved" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "use" "SubjectUse" NOT NULL DEFAULT 'work';

-- CreateTable
CREATE TABLE "PlantedError" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "subjectId" UUID NOT NULL,
    "kind" "PlantedKind" NOT NULL,
    "draftId" UUID,
    "value" JSONB,
    "lines" TEXT[],
    "rubricId" UUID,
    "key" TEXT,
    "itemVersionId" UUID,
    "place" INTEGER,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlantedError_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlantedAnswer" (
    "plantedId" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "answer" JSONB NOT NULL,
    "detected" BOOLEAN NOT NULL,
    "reasonCode" TEXT,

    CONSTRAINT "PlantedAnswer_pkey" PRIMARY KEY ("plantedId","assignmentId")
);

-- CreateIndex
CREATE INDEX "PlantedError_batchId_idx" ON "PlantedError"("batchId");

-- CreateIndex
CREATE INDEX "PlantedError_draftId_idx" ON "PlantedError"("draftId");

-- CreateIndex
CREATE INDEX "PlantedError_rubricId_idx" ON "PlantedError"("rubricId");

-- CreateIndex
CREATE INDEX "PlantedError_itemVersionId_idx" ON "PlantedError"("itemVersionId");

-- CreateIndex
CREATE UNIQUE INDEX "PlantedError_subjectId_draftId_key" ON "PlantedError"("subjectId", "draftId");

-- CreateIndex
CREATE UNIQUE INDEX "PlantedError_subjectId_rubricId_key" ON "PlantedError"("subjectId", "rubricId");

-- CreateIndex
CREATE INDEX "PlantedAnswer_assignmentId_idx" ON "PlantedAnswer"("assignmentId");

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_subjectId_batchId_fkey" FOREIGN KEY ("subjectId", "batchId") REFERENCES "Subject"("id", "batchId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_draftId_fkey" FOREIGN KEY ("draftId") REFERENCES "Draft"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_rubricId_fkey" FOREIGN KEY ("rubricId") REFERENCES "Rubric"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_itemVersionId_fkey" FOREIGN KEY ("itemVersionId") REFERENCES "ItemVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedAnswer" ADD CONSTRAINT "PlantedAnswer_plantedId_fkey" FOREIGN KEY ("plantedId") REFERENCES "PlantedError"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedAnswer" ADD CONSTRAINT "PlantedAnswer_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_kind_check" CHECK (CASE "kind"
  WHEN 'verdict' THEN "draftId" IS NOT NULL AND "value" IS NOT NULL
    AND "rubricId" IS NULL AND "key" IS NULL AND "itemVersionId" IS NULL AND "place" IS NULL
  ELSE "rubricId" IS NOT NULL AND "key" IS NOT NULL AND "itemVersionId" IS NOT NULL AND "place" IS NOT NULL
    AND "draftId" IS NULL AND "value" IS NULL END);
