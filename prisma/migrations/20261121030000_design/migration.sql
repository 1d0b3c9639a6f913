-- CreateEnum
CREATE TYPE "Order" AS ENUM ('fixed', 'random');

-- AlterTable
ALTER TABLE "Batch"
ADD COLUMN     "itemOrder" "Order" NOT NULL DEFAULT 'fixed',
ADD COLUMN     "joinLater" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "mustRead" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "selection" JSONB NOT NULL DEFAULT '{"filter":{},"sample":null}',
ADD COLUMN     "subjectOrder" "Order" NOT NULL DEFAULT 'random';

-- AlterTable
ALTER TABLE "Arm" ADD COLUMN     "exposure" TEXT,
ADD COLUMN     "follows" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "k" INTEGER;

-- How many raters a subject has is said by each arm from now on.
UPDATE "Arm" AS a SET "k" = b."k" FROM "Batch" AS b WHERE b."id" = a."batchId";
ALTER TABLE "Arm" ALTER COLUMN "k" SET NOT NULL;
ALTER TABLE "Batch" DROP COLUMN "k";
ALTER TABLE "Arm" ADD CONSTRAINT "Arm_k" CHECK ("k" BETWEEN 1 AND 100);
ALTER TABLE "Arm" ADD CONSTRAINT "Arm_follows" CHECK (
  ("position" > 0 OR NOT "follows") AND ("follows" OR "exposure" IS NULL));

-- AlterTable
ALTER TABLE "Slot" ADD COLUMN     "lane" INTEGER;

-- The slots of a subject in different lanes, beginning with another one for each subject.
UPDATE "Slot" AS s SET "lane" = placed."lane" FROM (
  SELECT slot."id", (row_number() OVER each - 1 + subject."position") % count(*) OVER each AS "lane"
  FROM "Slot" AS slot JOIN "Subject" AS subject ON subject."id" = slot."subjectId"
  JOIN "Arm" AS arm ON arm."id" = slot."armId"
  WINDOW each AS (
    PARTITION BY slot."subjectId" ORDER BY arm."position", slot."replicate"
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
) AS placed WHERE placed."id" = s."id";
ALTER TABLE "Slot" ALTER COLUMN "lane" SET NOT NULL;
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_lane" CHECK ("lane" >= 0);

-- CreateTable
CREATE TABLE "GuidelinesRead" (
    "guidelinesId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GuidelinesRead_pkey" PRIMARY KEY ("guidelinesId","raterId")
);

-- CreateIndex
CREATE INDEX "GuidelinesRead_raterId_idx" ON "GuidelinesRead"("raterId");

-- AddForeignKey
ALTER TABLE "GuidelinesRead" ADD CONSTRAINT "GuidelinesRead_guidelinesId_fkey" FOREIGN KEY ("guidelinesId") REFERENCES "Guidelines"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GuidelinesRead" ADD CONSTRAINT "GuidelinesRead_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A claim looks for the next free slot of an arm: in the annotator's own lane, then in any.
DROP INDEX "Slot_free";
CREATE INDEX "Slot_free" ON "Slot" ("batchId", "armId", "orderKey") WHERE "assignmentId" IS NULL;
CREATE INDEX "Slot_free_in_lane" ON "Slot" ("batchId", "armId", "lane", "orderKey") WHERE "assignmentId" IS NULL;
