-- AlterTable
ALTER TABLE "Identity" ADD COLUMN     "byAddress" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "groups" TEXT[] DEFAULT ARRAY[]::TEXT[];
