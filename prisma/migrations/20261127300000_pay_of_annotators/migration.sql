-- AlterTable
ALTER TABLE "Batch" ADD COLUMN     "pay" JSONB;
