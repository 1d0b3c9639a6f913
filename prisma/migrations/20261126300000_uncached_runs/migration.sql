-- AlterTable
ALTER TABLE "DraftRun" ADD COLUMN     "uncached" BOOLEAN NOT NULL DEFAULT false;
