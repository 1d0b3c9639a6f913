-- CreateEnum
CREATE TYPE "CachePolicy" AS ENUM ('use', 'refresh', 'replay-only');

-- CreateEnum
CREATE TYPE "AddedResponses" AS ENUM ('none', 'final', 'all');

-- AlterEnum
ALTER TYPE "LlmCallState" ADD VALUE 'replaced';

-- AlterTable
ALTER TABLE "DraftRun" ADD COLUMN     "addResponses" "AddedResponses" NOT NULL DEFAULT 'none',
ADD COLUMN     "cachePolicy" "CachePolicy" NOT NULL DEFAULT 'use';

-- AlterTable
ALTER TABLE "LlmEndpoint" ADD COLUMN     "answerMegabytes" INTEGER NOT NULL DEFAULT 2;

-- CreateTable
CREATE TABLE "GeneratedResponse" (
    "id" UUID NOT NULL,
    "unitId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "taskId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "iteration" INTEGER NOT NULL DEFAULT 0,
    "sample" INTEGER NOT NULL DEFAULT 0,
    "temperature" DOUBLE PRECISION,
    "text" TEXT NOT NULL,
    "isFinal" BOOLEAN NOT NULL,
    "yes" INTEGER,
    "answered" INTEGER,
    "asked" INTEGER,
    "trace" JSONB NOT NULL DEFAULT '{}',
    "flags" TEXT[],
    "scores" JSONB NOT NULL DEFAULT '{}',
    "responseId" UUID,

    CONSTRAINT "GeneratedResponse_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "GeneratedResponse_responseId_key" ON "GeneratedResponse"("responseId");

-- CreateIndex
CREATE INDEX "GeneratedResponse_taskId_idx" ON "GeneratedResponse"("taskId");

-- CreateIndex
CREATE UNIQUE INDEX "GeneratedResponse_unitId_position_key" ON "GeneratedResponse"("unitId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "GeneratedResponse_datasetId_key_key" ON "GeneratedResponse"("datasetId", "key");

-- AddForeignKey
ALTER TABLE "GeneratedResponse" ADD CONSTRAINT "GeneratedResponse_unitId_fkey" FOREIGN KEY ("unitId") REFERENCES "DraftUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GeneratedResponse" ADD CONSTRAINT "GeneratedResponse_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GeneratedResponse" ADD CONSTRAINT "GeneratedResponse_responseId_fkey" FOREIGN KEY ("responseId") REFERENCES "Response"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Rules that the schema cannot express.
ALTER TABLE "GeneratedResponse" ADD CONSTRAINT "GeneratedResponse_role" CHECK (
  "role" IN ('answer', 'initial', 'revised', 'candidate', 'greedy'));
ALTER TABLE "GeneratedResponse" ADD CONSTRAINT "GeneratedResponse_counts" CHECK (
  "iteration" >= 0 AND "sample" >= 0 AND num_nulls("yes", "answered", "asked") IN (0, 3)
  AND ("asked" IS NULL OR (0 <= "yes" AND "yes" <= "answered" AND "answered" <= "asked")));
ALTER TABLE "GeneratedResponse" ADD CONSTRAINT "GeneratedResponse_scores" CHECK (jsonb_typeof("scores") = 'object');
-- Wider than before: up to an hour.
ALTER TABLE "LlmEndpoint" DROP CONSTRAINT "LlmEndpoint_limits";
ALTER TABLE "LlmEndpoint" ADD CONSTRAINT "LlmEndpoint_limits" CHECK (
  "requestsPerMinute" BETWEEN 1 AND 6000 AND "concurrency" BETWEEN 1 AND 64 AND "timeoutSeconds" BETWEEN 1 AND 3600
  AND "answerMegabytes" BETWEEN 1 AND 64
  AND "tokensPerMinute" > 0 AND "bearable" >= 1 AND "successesInRow" >= 0 AND "failuresInRow" >= 0);
