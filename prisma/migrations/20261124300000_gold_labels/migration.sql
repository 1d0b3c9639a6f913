-- CreateEnum
CREATE TYPE "GoldAbout" AS ENUM ('value', 'preference', 'labels');

-- AlterEnum
ALTER TYPE "PlantedKind" ADD VALUE 'labels';

-- AlterTable
ALTER TABLE "PlantedError" ADD COLUMN     "draftUnitId" UUID,
ADD COLUMN     "itemId" UUID,
ADD COLUMN     "label" TEXT,
ADD COLUMN     "question" TEXT;

-- AlterTable
ALTER TABLE "GoldAnswer" ADD COLUMN     "about" "GoldAbout" NOT NULL DEFAULT 'value',
ADD COLUMN     "question" TEXT;

-- CreateTable
CREATE TABLE "GoldLabels" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "taskId" UUID NOT NULL,
    "itemId" UUID,
    "question" TEXT NOT NULL,
    "labels" TEXT[],
    "raterId" UUID NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GoldLabels_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "GoldLabels_taskId_idx" ON "GoldLabels"("taskId");

-- CreateIndex
CREATE INDEX "GoldLabels_itemId_idx" ON "GoldLabels"("itemId");

-- CreateIndex
CREATE INDEX "GoldLabels_raterId_idx" ON "GoldLabels"("raterId");

-- CreateIndex
CREATE UNIQUE INDEX "GoldLabels_datasetId_key_key" ON "GoldLabels"("datasetId", "key");

-- CreateIndex
CREATE INDEX "PlantedError_draftUnitId_idx" ON "PlantedError"("draftUnitId");

-- CreateIndex
CREATE INDEX "PlantedError_itemId_idx" ON "PlantedError"("itemId");

-- CreateIndex
CREATE UNIQUE INDEX "PlantedError_subjectId_draftUnitId_itemId_question_key" ON "PlantedError"("subjectId", "draftUnitId", "itemId", "question");

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_draftUnitId_fkey" FOREIGN KEY ("draftUnitId") REFERENCES "DraftUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldLabels" ADD CONSTRAINT "GoldLabels_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldLabels" ADD CONSTRAINT "GoldLabels_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldLabels" ADD CONSTRAINT "GoldLabels_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldLabels" ADD CONSTRAINT "GoldLabels_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say. The new kind is compared as text: its enum value cannot be used in the transaction that adds it.
ALTER TABLE "PlantedError" DROP CONSTRAINT "PlantedError_kind_check";
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_kind_check" CHECK (
  CASE "kind"::text
    WHEN 'verdict' THEN "draftId" IS NOT NULL AND "value" IS NOT NULL
      AND "rubricId" IS NULL AND "key" IS NULL AND "itemVersionId" IS NULL AND "place" IS NULL
    WHEN 'item' THEN "rubricId" IS NOT NULL AND "key" IS NOT NULL AND "itemVersionId" IS NOT NULL
      AND "place" IS NOT NULL AND "draftId" IS NULL AND "value" IS NULL
    ELSE "draftUnitId" IS NOT NULL AND "itemId" IS NOT NULL AND "question" IS NOT NULL AND "label" IS NOT NULL
      AND jsonb_typeof("value") = 'array' AND "draftId" IS NULL AND "rubricId" IS NULL AND "key" IS NULL
      AND "itemVersionId" IS NULL AND "place" IS NULL END
  AND ("kind"::text = 'labels' OR num_nonnulls("draftUnitId", "itemId", "question", "label") = 0));
ALTER TABLE "GoldAnswer" ADD CONSTRAINT "GoldAnswer_about" CHECK (
  CASE "about"::text WHEN 'value' THEN "question" IS NULL
    WHEN 'preference' THEN "question" IS NULL AND "itemVersionId" IS NULL
    ELSE "question" IS NOT NULL END);
-- What is marked in the product is marked once; what was imported may come from several.
CREATE UNIQUE INDEX "GoldLabels_unit_key" ON "GoldLabels" ("raterId", "taskId", "itemId", "question") NULLS NOT DISTINCT;
