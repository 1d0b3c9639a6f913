-- CreateTable
CREATE TABLE "BatchIntake" (
    "batchId" UUID NOT NULL,
    "limit" INTEGER NOT NULL,
    "rate" DOUBLE PRECISION NOT NULL DEFAULT 1,
    "after" INTEGER NOT NULL,
    "seenVersion" INTEGER,
    "startedBy" UUID,
    "startedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "taken" INTEGER NOT NULL DEFAULT 0,
    "tookAt" TIMESTAMPTZ,

    CONSTRAINT "BatchIntake_pkey" PRIMARY KEY ("batchId")
);

-- AddForeignKey
ALTER TABLE "BatchIntake" ADD CONSTRAINT "BatchIntake_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "BatchIntake" ADD CONSTRAINT "BatchIntake_limit" CHECK ("limit" > 0);
ALTER TABLE "BatchIntake" ADD CONSTRAINT "BatchIntake_rate" CHECK ("rate" > 0 AND "rate" <= 1);
