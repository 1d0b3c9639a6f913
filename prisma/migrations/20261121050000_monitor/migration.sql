-- AlterTable
ALTER TABLE "Assignment" ADD COLUMN     "activeMs" DOUBLE PRECISION,
ADD COLUMN     "note" TEXT,
ADD COLUMN     "notedAt" TIMESTAMPTZ,
ADD COLUMN     "skippedAt" TIMESTAMPTZ;

-- CreateTable
CREATE TABLE "Flag" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "raisedAt" TIMESTAMPTZ NOT NULL,
    "withdrawnAt" TIMESTAMPTZ,
    "resolvedAt" TIMESTAMPTZ,
    "resolvedBy" UUID,
    "resolution" TEXT,

    CONSTRAINT "Flag_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Question" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "waiting" BOOLEAN NOT NULL DEFAULT true,
    "unread" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Question_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "QuestionMessage" (
    "id" UUID NOT NULL,
    "questionId" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "fromAnnotator" BOOLEAN NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "QuestionMessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PublishedAnswer" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "questionId" UUID,
    "question" TEXT NOT NULL,
    "answer" TEXT NOT NULL,
    "publishedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "withdrawnAt" TIMESTAMPTZ,

    CONSTRAINT "PublishedAnswer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Flag_batchId_raisedAt_idx" ON "Flag"("batchId", "raisedAt");

-- CreateIndex
CREATE INDEX "Flag_assignmentId_idx" ON "Flag"("assignmentId");

-- CreateIndex
CREATE UNIQUE INDEX "Question_assignmentId_key" ON "Question"("assignmentId");

-- CreateIndex
CREATE INDEX "Question_batchId_changedAt_idx" ON "Question"("batchId", "changedAt");

-- CreateIndex
CREATE UNIQUE INDEX "QuestionMessage_questionId_seq_key" ON "QuestionMessage"("questionId", "seq");

-- CreateIndex
CREATE INDEX "PublishedAnswer_batchId_publishedAt_idx" ON "PublishedAnswer"("batchId", "publishedAt");

-- CreateIndex
CREATE INDEX "PublishedAnswer_questionId_idx" ON "PublishedAnswer"("questionId");

-- AddForeignKey
ALTER TABLE "Flag" ADD CONSTRAINT "Flag_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Flag" ADD CONSTRAINT "Flag_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Question" ADD CONSTRAINT "Question_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Question" ADD CONSTRAINT "Question_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QuestionMessage" ADD CONSTRAINT "QuestionMessage_questionId_fkey" FOREIGN KEY ("questionId") REFERENCES "Question"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PublishedAnswer" ADD CONSTRAINT "PublishedAnswer_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PublishedAnswer" ADD CONSTRAINT "PublishedAnswer_questionId_fkey" FOREIGN KEY ("questionId") REFERENCES "Question"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What Prisma cannot say.
CREATE UNIQUE INDEX "Flag_standing" ON "Flag" ("assignmentId", "code") WHERE "withdrawnAt" IS NULL;
CREATE INDEX "Flag_unresolved" ON "Flag" ("batchId") WHERE "withdrawnAt" IS NULL AND "resolvedAt" IS NULL;
ALTER TABLE "Flag" ADD CONSTRAINT "Flag_resolved" CHECK (("resolvedAt" IS NULL) = ("resolution" IS NULL));
CREATE INDEX "Question_waiting" ON "Question" ("batchId") WHERE "waiting";
ALTER TABLE "QuestionMessage" ADD CONSTRAINT "QuestionMessage_seq" CHECK ("seq" >= 1);
CREATE UNIQUE INDEX "PublishedAnswer_standing" ON "PublishedAnswer" ("questionId") WHERE "withdrawnAt" IS NULL;
-- What the monitor lists and looks for: notes, skips, submissions by time, and work in hand.
CREATE INDEX "Assignment_noted" ON "Assignment" ("batchId", "notedAt") WHERE "note" IS NOT NULL;
CREATE INDEX "Assignment_skipped" ON "Assignment" ("batchId", "skippedAt") WHERE "state" = 'skipped';
CREATE INDEX "Assignment_submitted_at" ON "Assignment" ("batchId", "submittedAt") WHERE "state" = 'submitted';
CREATE INDEX "Assignment_in_hand" ON "Assignment" ("batchId", "leaseUntil") WHERE "leaseUntil" IS NOT NULL;

-- What was recorded before: the time spent, and when something was skipped at the latest.
UPDATE "Assignment" a SET "activeMs" = coalesce((
  SELECT sum((part ->> 'activeMs')::float8) FROM "Operation" o
  CROSS JOIN LATERAL jsonb_array_elements(o."payload" -> 'spent') part
  WHERE o."assignmentId" = a."id" AND o."type" = 'time'), 0)
WHERE a."state" = 'submitted';
UPDATE "Assignment" a SET "skippedAt" = date_trunc('milliseconds', coalesce(
  (SELECT max(o."recordedAt") FROM "Operation" o WHERE o."assignmentId" = a."id"), a."openedAt", a."createdAt"))
WHERE a."state" = 'skipped';
