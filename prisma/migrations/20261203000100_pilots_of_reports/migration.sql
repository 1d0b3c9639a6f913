-- AlterTable
ALTER TABLE "Report" ADD COLUMN     "pilots" JSON;
