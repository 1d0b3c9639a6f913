-- CreateEnum
CREATE TYPE "JudgeSubject" AS ENUM ('response', 'pair', 'item');

-- CreateEnum
CREATE TYPE "LabelPart" AS ENUM ('examples', 'development', 'held-out');

-- AlterTable
ALTER TABLE "DraftRun" ADD COLUMN     "judgeVersionId" UUID;

-- CreateTable
CREATE TABLE "Judge" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "subject" "JudgeSubject" NOT NULL,
    "createdBy" UUID,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archivedAt" TIMESTAMPTZ,

    CONSTRAINT "Judge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JudgeVersion" (
    "id" UUID NOT NULL,
    "judgeId" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "parentId" UUID,
    "spec" JSONB NOT NULL,
    "endpointId" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "origin" TEXT,
    "isModified" BOOLEAN NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "createdBy" UUID,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "JudgeVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LabelSplit" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "seed" INTEGER NOT NULL,
    "examplesShare" INTEGER NOT NULL,
    "developmentShare" INTEGER NOT NULL,
    "createdBy" UUID,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LabelSplit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LabelSplitTask" (
    "splitId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "taskId" UUID NOT NULL,
    "part" "LabelPart" NOT NULL,

    CONSTRAINT "LabelSplitTask_pkey" PRIMARY KEY ("taskId")
);

-- CreateTable
CREATE TABLE "HeldOutLook" (
    "id" UUID NOT NULL,
    "splitId" UUID NOT NULL,
    "judgeVersionId" UUID NOT NULL,
    "result" JSONB NOT NULL,
    "lookedBy" UUID,
    "lookedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "HeldOutLook_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Judge_projectId_name_key" ON "Judge"("projectId", "name");

-- CreateIndex
CREATE INDEX "JudgeVersion_endpointId_idx" ON "JudgeVersion"("endpointId");

-- CreateIndex
CREATE UNIQUE INDEX "JudgeVersion_judgeId_number_key" ON "JudgeVersion"("judgeId", "number");

-- CreateIndex
CREATE UNIQUE INDEX "JudgeVersion_id_judgeId_key" ON "JudgeVersion"("id", "judgeId");

-- CreateIndex
CREATE UNIQUE INDEX "LabelSplit_datasetId_key" ON "LabelSplit"("datasetId");

-- CreateIndex
CREATE UNIQUE INDEX "LabelSplit_id_datasetId_key" ON "LabelSplit"("id", "datasetId");

-- CreateIndex
CREATE INDEX "LabelSplitTask_splitId_part_idx" ON "LabelSplitTask"("splitId", "part");

-- CreateIndex
CREATE UNIQUE INDEX "LabelSplitTask_taskId_datasetId_key" ON "LabelSplitTask"("taskId", "datasetId");

-- CreateIndex
CREATE INDEX "HeldOutLook_splitId_idx" ON "HeldOutLook"("splitId");

-- CreateIndex
CREATE INDEX "HeldOutLook_judgeVersionId_idx" ON "HeldOutLook"("judgeVersionId");

-- CreateIndex
CREATE INDEX "DraftRun_judgeVersionId_idx" ON "DraftRun"("judgeVersionId");

-- AddForeignKey
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_judgeVersionId_fkey" FOREIGN KEY ("judgeVersionId") REFERENCES "JudgeVersion"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judge" ADD CONSTRAINT "Judge_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JudgeVersion" ADD CONSTRAINT "JudgeVersion_judgeId_fkey" FOREIGN KEY ("judgeId") REFERENCES "Judge"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JudgeVersion" ADD CONSTRAINT "JudgeVersion_parentId_judgeId_fkey" FOREIGN KEY ("parentId", "judgeId") REFERENCES "JudgeVersion"("id", "judgeId") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "JudgeVersion" ADD CONSTRAINT "JudgeVersion_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "LlmEndpoint"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LabelSplit" ADD CONSTRAINT "LabelSplit_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LabelSplitTask" ADD CONSTRAINT "LabelSplitTask_splitId_datasetId_fkey" FOREIGN KEY ("splitId", "datasetId") REFERENCES "LabelSplit"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LabelSplitTask" ADD CONSTRAINT "LabelSplitTask_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldOutLook" ADD CONSTRAINT "HeldOutLook_splitId_fkey" FOREIGN KEY ("splitId") REFERENCES "LabelSplit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HeldOutLook" ADD CONSTRAINT "HeldOutLook_judgeVersionId_fkey" FOREIGN KEY ("judgeVersionId") REFERENCES "JudgeVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the schema cannot express.
ALTER TABLE "JudgeVersion" ADD CONSTRAINT "JudgeVersion_content" CHECK (
  "number" >= 1 AND ("parentId" IS NULL) = ("number" = 1) AND jsonb_typeof("spec") = 'object' AND "hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "LabelSplit" ADD CONSTRAINT "LabelSplit_shares" CHECK (
  "seed" >= 0 AND "examplesShare" >= 0 AND "developmentShare" > 0 AND "examplesShare" + "developmentShare" < 100);
ALTER TABLE "HeldOutLook" ADD CONSTRAINT "HeldOutLook_result" CHECK (jsonb_typeof("result") = 'object');
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_judge" CHECK (("method" = 'judge') = ("judgeVersionId" IS NOT NULL));

CREATE TRIGGER "JudgeVersion_immutable" BEFORE UPDATE ON "JudgeVersion"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "LabelSplit_immutable" BEFORE UPDATE ON "LabelSplit"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "LabelSplitTask_immutable" BEFORE UPDATE ON "LabelSplitTask"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "HeldOutLook_immutable" BEFORE UPDATE ON "HeldOutLook"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
-- The name of a judge is a part of the condition of its drafts.
CREATE TRIGGER "Judge_named" BEFORE UPDATE ON "Judge" FOR EACH ROW
  WHEN (OLD."name" IS DISTINCT FROM NEW."name" OR OLD."subject" IS DISTINCT FROM NEW."subject")
  EXECUTE FUNCTION refuse_rewriting();
