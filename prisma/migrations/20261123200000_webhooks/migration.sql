-- CreateEnum
CREATE TYPE "WebhookDeliveryState" AS ENUM ('waiting', 'delivered', 'failed');

-- DropIndex
DROP INDEX "Judgement_datasetId_batchId_idx";

-- DropIndex
DROP INDEX "Decision_datasetId_batchId_idx";

-- AlterTable
ALTER TABLE "ApiToken" ADD COLUMN     "projectId" UUID;

-- CreateTable
CREATE TABLE "Webhook" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "keySealed" BYTEA NOT NULL,
    "keyId" TEXT NOT NULL,
    "keyLastFour" TEXT NOT NULL,
    "pausedAt" TIMESTAMPTZ,
    "failingSince" TIMESTAMPTZ,
    "disabledAt" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" UUID NOT NULL,
    "webhookId" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "subjectId" UUID,
    "body" TEXT NOT NULL,
    "state" "WebhookDeliveryState" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAt" TIMESTAMPTZ,
    "since" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" INTEGER,
    "error" TEXT,
    "triedAt" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Webhook_projectId_createdAt_idx" ON "Webhook"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_createdAt_idx" ON "WebhookDelivery"("webhookId", "createdAt");

-- CreateIndex
CREATE INDEX "ApiToken_projectId_idx" ON "ApiToken"("projectId");

-- CreateIndex
CREATE INDEX "Assignment_batchId_id_idx" ON "Assignment"("batchId", "id");

-- CreateIndex
CREATE INDEX "Judgement_datasetId_batchId_id_idx" ON "Judgement"("datasetId", "batchId", "id");

-- CreateIndex
CREATE INDEX "Decision_datasetId_batchId_id_idx" ON "Decision"("datasetId", "batchId", "id");

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A webhook is told of something.
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_events_check" CHECK (coalesce(cardinality("events"), 0) > 0);

-- There is a next attempt exactly while a delivery waits.
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_nextAt_check"
  CHECK (("nextAt" IS NOT NULL) = ("state" = 'waiting'));

-- What is due, whatever was delivered.
CREATE INDEX "WebhookDelivery_waiting_idx" ON "WebhookDelivery" ("nextAt") WHERE "state" = 'waiting';
