-- CreateEnum
CREATE TYPE "RuleRunKind" AS ENUM ('draft', 'check');

-- AlterTable
ALTER TABLE "Dataset" ADD COLUMN     "dataVersion" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "RuleRun" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "kind" "RuleRunKind" NOT NULL,
    "tasks" INTEGER NOT NULL,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "lastTask" UUID,
    "checklists" INTEGER NOT NULL DEFAULT 0,
    "items" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "undecided" INTEGER NOT NULL DEFAULT 0,
    "leftOut" INTEGER NOT NULL DEFAULT 0,
    "requestedBy" UUID,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touchedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ,

    CONSTRAINT "RuleRun_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RuleRun_datasetId_createdAt_idx" ON "RuleRun"("datasetId", "createdAt");

-- AddForeignKey
ALTER TABLE "RuleRun" ADD CONSTRAINT "RuleRun_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One walk over a dataset at a time.
CREATE UNIQUE INDEX "RuleRun_under_way" ON "RuleRun" ("datasetId") WHERE "finishedAt" IS NULL;
