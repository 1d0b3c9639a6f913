-- AlterTable
ALTER TABLE "Dataset" ADD COLUMN     "responseGroups" TEXT[] DEFAULT ARRAY[]::TEXT[];
