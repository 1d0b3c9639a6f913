-- AlterTable
ALTER TABLE "Import" ADD COLUMN     "mapping" JSONB,
ADD COLUMN     "shape" TEXT;
