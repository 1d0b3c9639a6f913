-- AlterTable
ALTER TABLE "Assignment" ADD COLUMN     "signals" JSONB;
