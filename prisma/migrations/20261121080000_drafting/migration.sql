-- CreateEnum
CREATE TYPE "LlmProvider" AS ENUM ('openai-compatible', 'openai', 'anthropic', 'google');

-- CreateEnum
CREATE TYPE "DraftRunState" AS ENUM ('draft', 'running', 'paused', 'paused_budget', 'done', 'cancelled');

-- CreateEnum
CREATE TYPE "DraftUnitState" AS ENUM ('waiting', 'working', 'done', 'failed');

-- CreateEnum
CREATE TYPE "LlmCallState" AS ENUM ('pending', 'ok', 'partial', 'failed');

-- AlterTable
ALTER TABLE "RubricVersion" ADD COLUMN     "unitId" UUID;

-- AlterTable
ALTER TABLE "Draft" ADD COLUMN     "unitId" UUID;

-- CreateTable
CREATE TABLE "LlmEndpoint" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "provider" "LlmProvider" NOT NULL,
    "baseUrl" TEXT NOT NULL,
    "keySealed" BYTEA,
    "keyId" TEXT,
    "keyLastFour" TEXT,
    "model" TEXT NOT NULL,
    "embeddingModel" TEXT,
    "refused" JSONB NOT NULL DEFAULT '{}',
    "requestsPerMinute" INTEGER NOT NULL DEFAULT 60,
    "tokensPerMinute" INTEGER,
    "concurrency" INTEGER NOT NULL DEFAULT 4,
    "timeoutSeconds" INTEGER NOT NULL DEFAULT 60,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "budgetMicros" BIGINT,
    "spentMicros" BIGINT NOT NULL DEFAULT 0,
    "bearable" INTEGER NOT NULL DEFAULT 4,
    "successesInRow" INTEGER NOT NULL DEFAULT 0,
    "failuresInRow" INTEGER NOT NULL DEFAULT 0,
    "brokenUntil" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archivedAt" TIMESTAMPTZ,

    CONSTRAINT "LlmEndpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LlmPrice" (
    "id" UUID NOT NULL,
    "endpointId" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "inputMicros" DOUBLE PRECISION NOT NULL,
    "cachedInputMicros" DOUBLE PRECISION,
    "outputMicros" DOUBLE PRECISION NOT NULL,
    "since" DATE NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LlmPrice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LlmPermit" (
    "id" UUID NOT NULL,
    "endpointId" UUID NOT NULL,
    "runId" UUID,
    "at" TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    "until" TIMESTAMPTZ NOT NULL,
    "endedAt" TIMESTAMPTZ,
    "tokens" INTEGER NOT NULL,

    CONSTRAINT "LlmPermit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DraftRun" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "methodVersion" TEXT NOT NULL,
    "profile" TEXT NOT NULL,
    "params" JSONB NOT NULL,
    "selection" JSONB NOT NULL,
    "endpointId" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "embeddingModel" TEXT,
    "price" JSONB,
    "maxCalls" INTEGER,
    "maxCostMicros" BIGINT,
    "state" "DraftRunState" NOT NULL DEFAULT 'draft',
    "pausedFor" TEXT,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "spentMicros" BIGINT NOT NULL DEFAULT 0,
    "costMicros" BIGINT NOT NULL DEFAULT 0,
    "units" INTEGER NOT NULL,
    "requestedBy" UUID,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ,
    "finishedAt" TIMESTAMPTZ,

    CONSTRAINT "DraftRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DraftUnit" (
    "id" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "taskId" UUID NOT NULL,
    "responseId" UUID,
    "responseBId" UUID,
    "rubricVersionId" UUID,
    "state" "DraftUnitState" NOT NULL DEFAULT 'waiting',
    "round" INTEGER NOT NULL DEFAULT 0,
    "returns" INTEGER NOT NULL DEFAULT 0,
    "notBefore" TIMESTAMPTZ,
    "holder" UUID,
    "leaseUntil" TIMESTAMPTZ,
    "error" TEXT,
    "flags" TEXT[],
    "result" JSONB,
    "finishedAt" TIMESTAMPTZ,

    CONSTRAINT "DraftUnit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LlmCall" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "endpointId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "unitId" UUID NOT NULL,
    "callKey" TEXT NOT NULL,
    "state" "LlmCallState" NOT NULL DEFAULT 'pending',
    "holder" UUID,
    "leaseUntil" TIMESTAMPTZ,
    "sampleIndex" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "order" TEXT,
    "templateId" TEXT NOT NULL,
    "templateVersion" TEXT NOT NULL,
    "templateHash" TEXT NOT NULL,
    "repairedPrompt" BOOLEAN NOT NULL DEFAULT false,
    "messages" JSONB NOT NULL,
    "schema" JSONB,
    "provider" TEXT NOT NULL,
    "base" TEXT NOT NULL,
    "modelRequested" TEXT NOT NULL,
    "modelReturned" TEXT,
    "samplingRequested" JSONB NOT NULL,
    "samplingSent" JSONB,
    "samplingDropped" TEXT[],
    "warnings" TEXT[],
    "finishReason" TEXT,
    "refusal" BOOLEAN NOT NULL DEFAULT false,
    "text" TEXT,
    "reasoning" TEXT,
    "raw" BYTEA,
    "requestId" TEXT,
    "systemFingerprint" TEXT,
    "usage" JSONB,
    "costMicros" BIGINT,
    "httpAttempts" JSONB NOT NULL DEFAULT '[]',
    "latencyMs" INTEGER,
    "error" TEXT,
    "startedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ,

    CONSTRAINT "LlmCall_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DraftUnitCall" (
    "unitId" UUID NOT NULL,
    "planKey" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "callId" UUID NOT NULL,
    "item" TEXT,
    "cached" BOOLEAN NOT NULL,
    "parseCode" TEXT,
    "parsed" JSONB,
    "flags" TEXT[],

    CONSTRAINT "DraftUnitCall_pkey" PRIMARY KEY ("unitId","planKey","attempt")
);

-- CreateIndex
CREATE UNIQUE INDEX "LlmEndpoint_projectId_name_key" ON "LlmEndpoint"("projectId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "LlmPrice_endpointId_model_since_key" ON "LlmPrice"("endpointId", "model", "since");

-- CreateIndex
CREATE INDEX "LlmPermit_endpointId_at_idx" ON "LlmPermit"("endpointId", "at");

-- CreateIndex
CREATE INDEX "LlmPermit_runId_idx" ON "LlmPermit"("runId");

-- CreateIndex
CREATE INDEX "DraftRun_projectId_createdAt_idx" ON "DraftRun"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "DraftRun_datasetId_idx" ON "DraftRun"("datasetId");

-- CreateIndex
CREATE INDEX "DraftRun_endpointId_idx" ON "DraftRun"("endpointId");

-- CreateIndex
CREATE INDEX "DraftUnit_runId_state_position_idx" ON "DraftUnit"("runId", "state", "position");

-- CreateIndex
CREATE INDEX "DraftUnit_taskId_idx" ON "DraftUnit"("taskId");

-- CreateIndex
CREATE INDEX "DraftUnit_responseId_idx" ON "DraftUnit"("responseId");

-- CreateIndex
CREATE INDEX "DraftUnit_responseBId_idx" ON "DraftUnit"("responseBId");

-- CreateIndex
CREATE INDEX "DraftUnit_rubricVersionId_idx" ON "DraftUnit"("rubricVersionId");

-- CreateIndex
CREATE INDEX "DraftUnit_holder_idx" ON "DraftUnit"("holder");

-- CreateIndex
CREATE UNIQUE INDEX "DraftUnit_runId_position_key" ON "DraftUnit"("runId", "position");

-- CreateIndex
CREATE INDEX "LlmCall_projectId_callKey_idx" ON "LlmCall"("projectId", "callKey");

-- CreateIndex
CREATE INDEX "LlmCall_unitId_idx" ON "LlmCall"("unitId");

-- CreateIndex
CREATE INDEX "LlmCall_runId_state_idx" ON "LlmCall"("runId", "state");

-- CreateIndex
CREATE INDEX "LlmCall_endpointId_idx" ON "LlmCall"("endpointId");

-- CreateIndex
CREATE INDEX "LlmCall_holder_idx" ON "LlmCall"("holder");

-- CreateIndex
CREATE INDEX "DraftUnitCall_callId_idx" ON "DraftUnitCall"("callId");

-- CreateIndex
CREATE INDEX "RubricVersion_unitId_idx" ON "RubricVersion"("unitId");

-- CreateIndex
CREATE INDEX "Draft_unitId_idx" ON "Draft"("unitId");

-- AddForeignKey
ALTER TABLE "RubricVersion" ADD CONSTRAINT "RubricVersion_unitId_fkey" FOREIGN KEY ("unitId") REFERENCES "DraftUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_unitId_fkey" FOREIGN KEY ("unitId") REFERENCES "DraftUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LlmEndpoint" ADD CONSTRAINT "LlmEndpoint_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LlmPrice" ADD CONSTRAINT "LlmPrice_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "LlmEndpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LlmPermit" ADD CONSTRAINT "LlmPermit_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "LlmEndpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LlmPermit" ADD CONSTRAINT "LlmPermit_runId_fkey" FOREIGN KEY ("runId") REFERENCES "DraftRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "LlmEndpoint"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftUnit" ADD CONSTRAINT "DraftUnit_runId_fkey" FOREIGN KEY ("runId") REFERENCES "DraftRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftUnit" ADD CONSTRAINT "DraftUnit_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftUnit" ADD CONSTRAINT "DraftUnit_responseId_fkey" FOREIGN KEY ("responseId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftUnit" ADD CONSTRAINT "DraftUnit_responseBId_fkey" FOREIGN KEY ("responseBId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftUnit" ADD CONSTRAINT "DraftUnit_rubricVersionId_fkey" FOREIGN KEY ("rubricVersionId") REFERENCES "RubricVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LlmCall" ADD CONSTRAINT "LlmCall_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LlmCall" ADD CONSTRAINT "LlmCall_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "LlmEndpoint"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LlmCall" ADD CONSTRAINT "LlmCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "DraftRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LlmCall" ADD CONSTRAINT "LlmCall_unitId_fkey" FOREIGN KEY ("unitId") REFERENCES "DraftUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftUnitCall" ADD CONSTRAINT "DraftUnitCall_unitId_fkey" FOREIGN KEY ("unitId") REFERENCES "DraftUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DraftUnitCall" ADD CONSTRAINT "DraftUnitCall_callId_fkey" FOREIGN KEY ("callId") REFERENCES "LlmCall"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A key is there with what belongs to it, or not at all.
ALTER TABLE "LlmEndpoint" ADD CONSTRAINT "LlmEndpoint_key" CHECK (
  num_nonnulls("keySealed", "keyId", "keyLastFour") IN (0, 3));
ALTER TABLE "LlmEndpoint" ADD CONSTRAINT "LlmEndpoint_limits" CHECK (
  "requestsPerMinute" BETWEEN 1 AND 6000 AND "concurrency" BETWEEN 1 AND 64 AND "timeoutSeconds" BETWEEN 1 AND 60
  AND "tokensPerMinute" > 0 AND "bearable" >= 1 AND "successesInRow" >= 0 AND "failuresInRow" >= 0);
ALTER TABLE "LlmEndpoint" ADD CONSTRAINT "LlmEndpoint_money" CHECK ("budgetMicros" >= 0 AND "spentMicros" >= 0);
ALTER TABLE "LlmPrice" ADD CONSTRAINT "LlmPrice_not_negative" CHECK (
  "inputMicros" >= 0 AND "outputMicros" >= 0 AND "cachedInputMicros" >= 0);

-- What a run may ask and spend is held by the database as well.
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_caps" CHECK (
  "requests" >= 0 AND "requests" <= coalesce("maxCalls", "requests")
  AND "spentMicros" >= 0 AND "spentMicros" <= coalesce("maxCostMicros", "spentMicros")
  AND "costMicros" BETWEEN 0 AND "spentMicros");
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_paused_for" CHECK (
  "pausedFor" IS NULL OR "state" IN ('paused', 'paused_budget'));
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_profile" CHECK ("profile" IN ('faithful', 'structured'));
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_finished" CHECK (
  ("finishedAt" IS NOT NULL) = ("state" IN ('done', 'cancelled')));

ALTER TABLE "DraftUnit" ADD CONSTRAINT "DraftUnit_held" CHECK (
  ("state" = 'working') = ("holder" IS NOT NULL) AND ("holder" IS NULL) = ("leaseUntil" IS NULL));
ALTER TABLE "DraftUnit" ADD CONSTRAINT "DraftUnit_failed" CHECK (("state" = 'failed') = ("error" IS NOT NULL));
ALTER TABLE "DraftUnit" ADD CONSTRAINT "DraftUnit_pair" CHECK ("responseBId" IS NULL OR "responseId" <> "responseBId");
CREATE UNIQUE INDEX "DraftUnit_subject" ON "DraftUnit" ("runId", "taskId", "responseId", "responseBId")
  NULLS NOT DISTINCT;

-- The same call is asked once at a time, and once answered never again.
CREATE UNIQUE INDEX "LlmCall_once" ON "LlmCall" ("projectId", "callKey") WHERE "state" IN ('pending', 'ok');
ALTER TABLE "LlmCall" ADD CONSTRAINT "LlmCall_held" CHECK (
  ("state" = 'pending') = ("holder" IS NOT NULL) AND ("holder" IS NULL) = ("leaseUntil" IS NULL));
ALTER TABLE "LlmCall" ADD CONSTRAINT "LlmCall_answered" CHECK (
  CASE "state" WHEN 'failed' THEN "error" IS NOT NULL WHEN 'pending' THEN "endedAt" IS NULL
    ELSE "text" IS NOT NULL AND "endedAt" IS NOT NULL END);
