-- AlterTable
ALTER TABLE "DraftRun" ADD COLUMN     "memberPrices" JSONB;

-- AlterTable
ALTER TABLE "JudgeVersion" ADD COLUMN     "isPanel" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "JudgeVersion" ADD CONSTRAINT "JudgeVersion_isPanel_check" CHECK ("isPanel" = ("spec" ? 'panel'));
