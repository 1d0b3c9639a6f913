-- AlterTable
ALTER TABLE "Judgement" ADD COLUMN     "bulk" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Decision" ADD COLUMN     "bulk" BOOLEAN NOT NULL DEFAULT false;
