-- AlterTable
ALTER TABLE "StudyVersion" ADD COLUMN "datasetIds" UUID[] DEFAULT ARRAY[]::UUID[];

-- What Prisma cannot say.
ALTER TABLE "StudyVersion" DROP CONSTRAINT "StudyVersion_batches_check";
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_sources_check"
  CHECK (cardinality("batchIds") + cardinality("datasetIds") > 0);
