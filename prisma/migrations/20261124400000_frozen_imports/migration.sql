-- AlterTable
ALTER TABLE "StudyVersion" ADD COLUMN "datasetIds" UUID[] DEFAULT ARRAY[]::UUID[];

-- A part is of a batch, or of an imported study.
ALTER TABLE "FrozenPart" RENAME COLUMN "batchId" TO "sourceId";

-- What Prisma cannot say.
ALTER TABLE "StudyVersion" DROP CONSTRAINT "StudyVersion_batches_check";
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_sources_check"
  CHECK (cardinality("batchIds") + cardinality("datasetIds") > 0);
