-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "LinkPurpose" AS ENUM ('first_admin', 'set_password');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('admin', 'researcher', 'annotator');

-- CreateEnum
CREATE TYPE "RaterKind" AS ENUM ('human', 'llm', 'rules', 'gold');

-- CreateEnum
CREATE TYPE "DatasetState" AS ENUM ('importing', 'ready', 'archived');

-- CreateEnum
CREATE TYPE "RubricKind" AS ENUM ('checklist', 'criteria');

-- CreateEnum
CREATE TYPE "Target" AS ENUM ('item', 'overall', 'preference');

-- CreateEnum
CREATE TYPE "ImportState" AS ENUM ('uploading', 'queued', 'checking', 'writing', 'ready', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "BatchState" AS ENUM ('draft', 'open', 'paused', 'closed', 'archived');

-- CreateEnum
CREATE TYPE "SubjectKind" AS ENUM ('task', 'response', 'pair');

-- CreateEnum
CREATE TYPE "AssignmentState" AS ENUM ('reserved', 'open', 'submitted', 'skipped', 'expired', 'returned');

-- CreateEnum
CREATE TYPE "Exposure" AS ENUM ('none', 'draft-first', 'judge-then-reveal', 'on-request', 'score-hidden');

-- CreateEnum
CREATE TYPE "Action" AS ENUM ('accept', 'revise', 'remove', 'add');

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT,
    "siteAdmin" BOOLEAN NOT NULL DEFAULT false,
    "disabledAt" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ NOT NULL,
    "revokedAt" TIMESTAMPTZ,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "lastFour" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ,
    "expiresAt" TIMESTAMPTZ NOT NULL,
    "revokedAt" TIMESTAMPTZ,

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OneTimeLink" (
    "id" UUID NOT NULL,
    "purpose" "LinkPurpose" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "userId" UUID,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ NOT NULL,
    "usedAt" TIMESTAMPTZ,

    CONSTRAINT "OneTimeLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "updatedAt" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Project" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "sample" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "archivedAt" TIMESTAMPTZ,

    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Membership" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "role" "Role" NOT NULL,
    "raterId" UUID NOT NULL,
    "disabledAt" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Membership_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Rater" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "datasetId" UUID,
    "kind" "RaterKind" NOT NULL,
    "code" TEXT NOT NULL,
    "method" TEXT,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Rater_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Dataset" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT,
    "state" "DatasetState" NOT NULL DEFAULT 'importing',
    "sample" BOOLEAN NOT NULL DEFAULT false,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "readyAt" TIMESTAMPTZ,
    "counts" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "Dataset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Task" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "instruction" TEXT NOT NULL,
    "input" TEXT,
    "messages" JSONB,
    "reference" TEXT,
    "tags" TEXT[],
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "Task_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Response" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "taskId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "Response_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Rubric" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "taskId" UUID,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "RubricKind" NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "Rubric_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RubricVersion" (
    "id" UUID NOT NULL,
    "rubricId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "origin" TEXT NOT NULL,
    "method" TEXT,
    "model" TEXT,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RubricVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Item" (
    "id" UUID NOT NULL,
    "rubricId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "parentId" UUID,

    CONSTRAINT "Item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ItemVersion" (
    "id" UUID NOT NULL,
    "itemId" UUID NOT NULL,
    "rubricId" UUID NOT NULL,
    "rubricVersionId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT,
    "text" TEXT NOT NULL,
    "scale" JSONB NOT NULL,
    "weight" DOUBLE PRECISION,
    "category" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "ItemVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Draft" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "taskId" UUID NOT NULL,
    "target" "Target" NOT NULL,
    "responseId" UUID,
    "responseBId" UUID,
    "itemId" UUID,
    "raterId" UUID NOT NULL,
    "method" TEXT,
    "value" JSONB,
    "lines" TEXT[],
    "scoreLine" INTEGER,
    "provenance" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Draft_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Import" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "datasetId" UUID,
    "requestedBy" UUID,
    "fileName" TEXT NOT NULL,
    "state" "ImportState" NOT NULL DEFAULT 'uploading',
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "problems" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ,

    CONSTRAINT "Import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ImportChunk" (
    "importId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "ImportChunk_pkey" PRIMARY KEY ("importId","n")
);

-- CreateTable
CREATE TABLE "ImportRow" (
    "importId" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "raw" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "ImportRow_pkey" PRIMARY KEY ("importId","line")
);

-- CreateTable
CREATE TABLE "ImportError" (
    "importId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "path" TEXT NOT NULL DEFAULT '',
    "reason" TEXT NOT NULL,

    CONSTRAINT "ImportError_pkey" PRIMARY KEY ("importId","n")
);

-- CreateTable
CREATE TABLE "Guidelines" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Guidelines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Batch" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" "BatchState" NOT NULL DEFAULT 'draft',
    "preset" TEXT NOT NULL,
    "k" INTEGER NOT NULL,
    "seed" INTEGER NOT NULL,
    "leaseMinutes" INTEGER NOT NULL DEFAULT 30,
    "dueAt" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" UUID,
    "openedAt" TIMESTAMPTZ,
    "closedAt" TIMESTAMPTZ,
    "dataVersion" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Arm" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "protocol" JSONB NOT NULL,

    CONSTRAINT "Arm_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BatchAnnotator" (
    "batchId" UUID NOT NULL,
    "membershipId" UUID NOT NULL,
    "addedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BatchAnnotator_pkey" PRIMARY KEY ("batchId","membershipId")
);

-- CreateTable
CREATE TABLE "Subject" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "kind" "SubjectKind" NOT NULL,
    "position" INTEGER NOT NULL,
    "taskId" UUID NOT NULL,
    "responseId" UUID,
    "responseBId" UUID,

    CONSTRAINT "Subject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Slot" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "subjectId" UUID NOT NULL,
    "armId" UUID NOT NULL,
    "replicate" INTEGER NOT NULL,
    "orderKey" INTEGER NOT NULL,
    "assignmentId" UUID,

    CONSTRAINT "Slot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Assignment" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "subjectId" UUID NOT NULL,
    "armId" UUID NOT NULL,
    "slotId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "state" "AssignmentState" NOT NULL,
    "reservedNo" INTEGER,
    "lease" UUID,
    "leaseUntil" TIMESTAMPTZ,
    "version" INTEGER NOT NULL DEFAULT 0,
    "order" JSONB NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL,
    "guidelinesVersion" INTEGER NOT NULL DEFAULT 1,
    "openedAt" TIMESTAMPTZ,
    "submittedAt" TIMESTAMPTZ,
    "skipReason" TEXT,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Assignment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Operation" (
    "assignmentId" UUID NOT NULL,
    "id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "clientAt" TIMESTAMPTZ NOT NULL,
    "recordedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Operation_pkey" PRIMARY KEY ("assignmentId","id")
);

-- CreateTable
CREATE TABLE "Judgement" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "key" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "batchId" UUID,
    "assignmentId" UUID,
    "armId" UUID,
    "arm" TEXT,
    "step" INTEGER,
    "taskId" UUID NOT NULL,
    "target" "Target" NOT NULL,
    "responseId" UUID,
    "responseBId" UUID,
    "itemId" UUID,
    "itemVersionId" UUID,
    "raterId" UUID NOT NULL,
    "exposure" "Exposure",
    "draftId" UUID,
    "initial" JSONB,
    "value" JSONB,
    "shown" INTEGER,
    "activeMs" INTEGER,
    "idleMs" INTEGER,
    "startedAt" TIMESTAMPTZ,
    "submittedAt" TIMESTAMPTZ,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "Judgement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Decision" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "key" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "batchId" UUID,
    "assignmentId" UUID,
    "armId" UUID,
    "arm" TEXT,
    "step" INTEGER,
    "raterId" UUID NOT NULL,
    "exposure" "Exposure",
    "action" "Action" NOT NULL,
    "text" TEXT,
    "reasonCode" TEXT,
    "reasonNote" TEXT,
    "at" TIMESTAMPTZ,
    "rubricId" UUID,
    "itemId" UUID,
    "itemKey" TEXT,
    "scale" JSONB,
    "judgementId" UUID,
    "draftId" UUID,
    "line" INTEGER,
    "draftText" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "Decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AskAnswer" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "step" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AskAnswer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditLog" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorId" UUID,
    "projectId" UUID,
    "action" TEXT NOT NULL,
    "subjectType" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "AuditLog_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Installation" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "OneTimeLink_tokenHash_key" ON "OneTimeLink"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Membership_raterId_key" ON "Membership"("raterId");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Membership_projectId_userId_key" ON "Membership"("projectId", "userId");

-- CreateIndex
CREATE INDEX "Rater_datasetId_idx" ON "Rater"("datasetId");

-- CreateIndex
CREATE INDEX "Dataset_projectId_createdAt_idx" ON "Dataset"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "Task_datasetId_position_idx" ON "Task"("datasetId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Task_datasetId_key_key" ON "Task"("datasetId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "Task_id_datasetId_key" ON "Task"("id", "datasetId");

-- CreateIndex
CREATE INDEX "Response_taskId_idx" ON "Response"("taskId");

-- CreateIndex
CREATE UNIQUE INDEX "Response_datasetId_key_key" ON "Response"("datasetId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "Response_id_taskId_key" ON "Response"("id", "taskId");

-- CreateIndex
CREATE INDEX "Rubric_taskId_idx" ON "Rubric"("taskId");

-- CreateIndex
CREATE UNIQUE INDEX "Rubric_datasetId_key_key" ON "Rubric"("datasetId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "Rubric_id_datasetId_key" ON "Rubric"("id", "datasetId");

-- CreateIndex
CREATE UNIQUE INDEX "RubricVersion_rubricId_version_key" ON "RubricVersion"("rubricId", "version");

-- CreateIndex
CREATE UNIQUE INDEX "RubricVersion_id_rubricId_key" ON "RubricVersion"("id", "rubricId");

-- CreateIndex
CREATE INDEX "Item_parentId_idx" ON "Item"("parentId");

-- CreateIndex
CREATE UNIQUE INDEX "Item_rubricId_key_key" ON "Item"("rubricId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "Item_id_rubricId_key" ON "Item"("id", "rubricId");

-- CreateIndex
CREATE INDEX "ItemVersion_itemId_idx" ON "ItemVersion"("itemId");

-- CreateIndex
CREATE UNIQUE INDEX "ItemVersion_rubricVersionId_itemId_key" ON "ItemVersion"("rubricVersionId", "itemId");

-- CreateIndex
CREATE INDEX "Draft_responseId_idx" ON "Draft"("responseId");

-- CreateIndex
CREATE INDEX "Draft_itemId_idx" ON "Draft"("itemId");

-- CreateIndex
CREATE INDEX "Draft_taskId_idx" ON "Draft"("taskId");

-- CreateIndex
CREATE INDEX "Draft_raterId_idx" ON "Draft"("raterId");

-- CreateIndex
CREATE UNIQUE INDEX "Draft_datasetId_key_key" ON "Draft"("datasetId", "key");

-- CreateIndex
CREATE INDEX "Import_projectId_createdAt_idx" ON "Import"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "ImportRow_importId_type_line_idx" ON "ImportRow"("importId", "type", "line");

-- CreateIndex
CREATE UNIQUE INDEX "Guidelines_batchId_version_key" ON "Guidelines"("batchId", "version");

-- CreateIndex
CREATE INDEX "Batch_projectId_createdAt_idx" ON "Batch"("projectId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Batch_id_datasetId_key" ON "Batch"("id", "datasetId");

-- CreateIndex
CREATE UNIQUE INDEX "Arm_batchId_name_key" ON "Arm"("batchId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "Arm_batchId_position_key" ON "Arm"("batchId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Arm_id_batchId_key" ON "Arm"("id", "batchId");

-- CreateIndex
CREATE INDEX "BatchAnnotator_membershipId_idx" ON "BatchAnnotator"("membershipId");

-- CreateIndex
CREATE INDEX "Subject_batchId_position_idx" ON "Subject"("batchId", "position");

-- CreateIndex
CREATE INDEX "Subject_taskId_idx" ON "Subject"("taskId");

-- CreateIndex
CREATE UNIQUE INDEX "Subject_id_batchId_key" ON "Subject"("id", "batchId");

-- CreateIndex
CREATE UNIQUE INDEX "Slot_assignmentId_key" ON "Slot"("assignmentId");

-- CreateIndex
CREATE INDEX "Slot_batchId_orderKey_idx" ON "Slot"("batchId", "orderKey");

-- CreateIndex
CREATE UNIQUE INDEX "Slot_subjectId_armId_replicate_key" ON "Slot"("subjectId", "armId", "replicate");

-- CreateIndex
CREATE INDEX "Assignment_batchId_raterId_state_idx" ON "Assignment"("batchId", "raterId", "state");

-- CreateIndex
CREATE INDEX "Assignment_state_leaseUntil_idx" ON "Assignment"("state", "leaseUntil");

-- CreateIndex
CREATE INDEX "Assignment_slotId_idx" ON "Assignment"("slotId");

-- CreateIndex
CREATE INDEX "Assignment_armId_idx" ON "Assignment"("armId");

-- CreateIndex
CREATE UNIQUE INDEX "Assignment_subjectId_raterId_key" ON "Assignment"("subjectId", "raterId");

-- CreateIndex
CREATE UNIQUE INDEX "Operation_assignmentId_seq_key" ON "Operation"("assignmentId", "seq");

-- CreateIndex
CREATE INDEX "Judgement_datasetId_batchId_idx" ON "Judgement"("datasetId", "batchId");

-- CreateIndex
CREATE INDEX "Judgement_batchId_raterId_idx" ON "Judgement"("batchId", "raterId");

-- CreateIndex
CREATE INDEX "Judgement_assignmentId_idx" ON "Judgement"("assignmentId");

-- CreateIndex
CREATE INDEX "Judgement_responseId_idx" ON "Judgement"("responseId");

-- CreateIndex
CREATE INDEX "Judgement_taskId_idx" ON "Judgement"("taskId");

-- CreateIndex
CREATE INDEX "Judgement_itemId_idx" ON "Judgement"("itemId");

-- CreateIndex
CREATE INDEX "Judgement_itemVersionId_idx" ON "Judgement"("itemVersionId");

-- CreateIndex
CREATE INDEX "Judgement_draftId_idx" ON "Judgement"("draftId");

-- CreateIndex
CREATE INDEX "Judgement_raterId_idx" ON "Judgement"("raterId");

-- CreateIndex
CREATE INDEX "Decision_datasetId_batchId_idx" ON "Decision"("datasetId", "batchId");

-- CreateIndex
CREATE INDEX "Decision_judgementId_idx" ON "Decision"("judgementId");

-- CreateIndex
CREATE INDEX "Decision_assignmentId_idx" ON "Decision"("assignmentId");

-- CreateIndex
CREATE INDEX "Decision_rubricId_idx" ON "Decision"("rubricId");

-- CreateIndex
CREATE INDEX "Decision_itemId_idx" ON "Decision"("itemId");

-- CreateIndex
CREATE INDEX "Decision_draftId_idx" ON "Decision"("draftId");

-- CreateIndex
CREATE INDEX "Decision_raterId_idx" ON "Decision"("raterId");

-- CreateIndex
CREATE UNIQUE INDEX "AskAnswer_assignmentId_step_question_key" ON "AskAnswer"("assignmentId", "step", "question");

-- CreateIndex
CREATE INDEX "AuditLog_projectId_id_idx" ON "AuditLog"("projectId", "id");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rater" ADD CONSTRAINT "Rater_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rater" ADD CONSTRAINT "Rater_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Dataset" ADD CONSTRAINT "Dataset_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Task" ADD CONSTRAINT "Task_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Response" ADD CONSTRAINT "Response_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Response" ADD CONSTRAINT "Response_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rubric" ADD CONSTRAINT "Rubric_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rubric" ADD CONSTRAINT "Rubric_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RubricVersion" ADD CONSTRAINT "RubricVersion_rubricId_fkey" FOREIGN KEY ("rubricId") REFERENCES "Rubric"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Item" ADD CONSTRAINT "Item_rubricId_fkey" FOREIGN KEY ("rubricId") REFERENCES "Rubric"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Item" ADD CONSTRAINT "Item_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "Item"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ItemVersion" ADD CONSTRAINT "ItemVersion_itemId_rubricId_fkey" FOREIGN KEY ("itemId", "rubricId") REFERENCES "Item"("id", "rubricId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ItemVersion" ADD CONSTRAINT "ItemVersion_rubricVersionId_rubricId_fkey" FOREIGN KEY ("rubricVersionId", "rubricId") REFERENCES "RubricVersion"("id", "rubricId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_responseId_taskId_fkey" FOREIGN KEY ("responseId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_responseBId_taskId_fkey" FOREIGN KEY ("responseBId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Import" ADD CONSTRAINT "Import_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportChunk" ADD CONSTRAINT "ImportChunk_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportRow" ADD CONSTRAINT "ImportRow_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ImportError" ADD CONSTRAINT "ImportError_importId_fkey" FOREIGN KEY ("importId") REFERENCES "Import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Guidelines" ADD CONSTRAINT "Guidelines_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Guidelines" ADD CONSTRAINT "Guidelines_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Arm" ADD CONSTRAINT "Arm_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchAnnotator" ADD CONSTRAINT "BatchAnnotator_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchAnnotator" ADD CONSTRAINT "BatchAnnotator_membershipId_fkey" FOREIGN KEY ("membershipId") REFERENCES "Membership"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subject" ADD CONSTRAINT "Subject_batchId_datasetId_fkey" FOREIGN KEY ("batchId", "datasetId") REFERENCES "Batch"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subject" ADD CONSTRAINT "Subject_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subject" ADD CONSTRAINT "Subject_responseId_taskId_fkey" FOREIGN KEY ("responseId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Subject" ADD CONSTRAINT "Subject_responseBId_taskId_fkey" FOREIGN KEY ("responseBId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_subjectId_batchId_fkey" FOREIGN KEY ("subjectId", "batchId") REFERENCES "Subject"("id", "batchId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_armId_batchId_fkey" FOREIGN KEY ("armId", "batchId") REFERENCES "Arm"("id", "batchId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_subjectId_batchId_fkey" FOREIGN KEY ("subjectId", "batchId") REFERENCES "Subject"("id", "batchId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_armId_batchId_fkey" FOREIGN KEY ("armId", "batchId") REFERENCES "Arm"("id", "batchId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_slotId_fkey" FOREIGN KEY ("slotId") REFERENCES "Slot"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Operation" ADD CONSTRAINT "Operation_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_armId_fkey" FOREIGN KEY ("armId") REFERENCES "Arm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_responseId_taskId_fkey" FOREIGN KEY ("responseId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_responseBId_taskId_fkey" FOREIGN KEY ("responseBId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_itemVersionId_fkey" FOREIGN KEY ("itemVersionId") REFERENCES "ItemVersion"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_draftId_fkey" FOREIGN KEY ("draftId") REFERENCES "Draft"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_armId_fkey" FOREIGN KEY ("armId") REFERENCES "Arm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_rubricId_datasetId_fkey" FOREIGN KEY ("rubricId", "datasetId") REFERENCES "Rubric"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_judgementId_fkey" FOREIGN KEY ("judgementId") REFERENCES "Judgement"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_draftId_fkey" FOREIGN KEY ("draftId") REFERENCES "Draft"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AskAnswer" ADD CONSTRAINT "AskAnswer_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AskAnswer" ADD CONSTRAINT "AskAnswer_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AskAnswer" ADD CONSTRAINT "AskAnswer_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ------------------------------------------------------------------ invariants Prisma cannot express

-- Accounts
ALTER TABLE "User" ADD CONSTRAINT "User_email_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');
ALTER TABLE "Session" ADD CONSTRAINT "Session_ends_after_it_begins" CHECK ("expiresAt" > "createdAt");

-- People in projects: a pseudonym belongs to the membership's own project
CREATE UNIQUE INDEX "Rater_identity" ON "Rater" ("projectId", "datasetId", "kind", "code", "method") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "Rater_id_projectId" ON "Rater" ("id", "projectId");
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_rater_of_project"
  FOREIGN KEY ("raterId", "projectId") REFERENCES "Rater" ("id", "projectId");

-- Units: which references a target fills
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_target" CHECK (
  CASE "target"
    WHEN 'item' THEN "itemId" IS NOT NULL AND "responseId" IS NOT NULL AND "responseBId" IS NULL
    WHEN 'overall' THEN "itemId" IS NULL AND "responseId" IS NOT NULL AND "responseBId" IS NULL
    WHEN 'preference' THEN "itemId" IS NULL AND "responseId" IS NOT NULL AND "responseBId" IS NOT NULL
      AND "responseId" <> "responseBId"
  END);
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_score_line" CHECK (
  "scoreLine" IS NULL OR ("scoreLine" >= 0 AND "scoreLine" < coalesce(array_length("lines", 1), 0)));
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_value" CHECK ("value" IS NULL OR jsonb_typeof("value") IN ('string', 'number'));

ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_target" CHECK (
  CASE "target"
    WHEN 'item' THEN "itemId" IS NOT NULL AND "responseId" IS NOT NULL AND "responseBId" IS NULL
    WHEN 'overall' THEN "itemId" IS NULL AND "responseId" IS NOT NULL AND "responseBId" IS NULL
    WHEN 'preference' THEN "itemId" IS NULL AND "responseId" IS NOT NULL AND "responseBId" IS NOT NULL
      AND "responseId" <> "responseBId"
  END);
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_value" CHECK (
  ("value" IS NULL OR jsonb_typeof("value") IN ('string', 'number'))
  AND ("initial" IS NULL OR jsonb_typeof("initial") IN ('string', 'number')));
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_from_batch_or_file" CHECK (
  CASE WHEN "batchId" IS NULL
    THEN "assignmentId" IS NULL AND "armId" IS NULL AND "key" IS NOT NULL
    ELSE "assignmentId" IS NOT NULL AND "armId" IS NOT NULL AND "exposure" IS NOT NULL AND "step" IS NOT NULL
      AND "value" IS NOT NULL
  END);
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_times" CHECK (
  coalesce("activeMs", 0) >= 0 AND coalesce("idleMs", 0) >= 0);
CREATE UNIQUE INDEX "Judgement_once_per_unit" ON "Judgement" ("assignmentId", "step", "target", "itemId")
  NULLS NOT DISTINCT WHERE "assignmentId" IS NOT NULL;
CREATE UNIQUE INDEX "Judgement_imported_key" ON "Judgement" ("datasetId", "key") WHERE "batchId" IS NULL;

-- Decisions are on an item or on a line, never both
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_target" CHECK (
  CASE WHEN "judgementId" IS NULL
    THEN "rubricId" IS NOT NULL AND "itemKey" IS NOT NULL AND "line" IS NULL AND "draftText" IS NULL
      AND ("itemId" IS NULL) = ("action" = 'add')
    ELSE "rubricId" IS NULL AND "itemId" IS NULL AND "itemKey" IS NULL
      AND CASE WHEN "action" = 'add' THEN "line" IS NULL
               ELSE "line" IS NOT NULL OR "draftText" IS NOT NULL END
  END);
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_words" CHECK (
  "batchId" IS NULL OR "action" NOT IN ('revise', 'add') OR length(btrim("text")) > 0);
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_from_batch_or_file" CHECK (
  CASE WHEN "batchId" IS NULL
    THEN "assignmentId" IS NULL AND "armId" IS NULL
    ELSE "assignmentId" IS NOT NULL AND "armId" IS NOT NULL AND "exposure" IS NOT NULL AND "step" IS NOT NULL
  END);
CREATE UNIQUE INDEX "Decision_once_per_item" ON "Decision" ("assignmentId", "step", "rubricId", "itemKey")
  WHERE "assignmentId" IS NOT NULL AND "judgementId" IS NULL;
CREATE UNIQUE INDEX "Decision_once_per_line" ON "Decision" ("judgementId", "line")
  WHERE "judgementId" IS NOT NULL AND "line" IS NOT NULL;
CREATE UNIQUE INDEX "Decision_imported_key" ON "Decision" ("datasetId", "key")
  WHERE "batchId" IS NULL AND "judgementId" IS NULL;

-- Rubrics
ALTER TABLE "RubricVersion" ADD CONSTRAINT "RubricVersion_counts_from_1" CHECK ("version" >= 1);
ALTER TABLE "ItemVersion" ADD CONSTRAINT "ItemVersion_words" CHECK (length(btrim("text")) > 0);

-- Batches
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_k" CHECK ("k" BETWEEN 1 AND 100);
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_lease" CHECK ("leaseMinutes" BETWEEN 1 AND 1440);
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_opened" CHECK (("state" = 'draft') = ("openedAt" IS NULL));
ALTER TABLE "Guidelines" ADD CONSTRAINT "Guidelines_counts_from_1" CHECK ("version" >= 1);

ALTER TABLE "Subject" ADD CONSTRAINT "Subject_kind" CHECK (
  CASE "kind"
    WHEN 'task' THEN "responseId" IS NULL AND "responseBId" IS NULL
    WHEN 'response' THEN "responseId" IS NOT NULL AND "responseBId" IS NULL
    WHEN 'pair' THEN "responseId" IS NOT NULL AND "responseBId" IS NOT NULL AND "responseId" <> "responseBId"
  END);
CREATE UNIQUE INDEX "Subject_once_per_batch" ON "Subject" ("batchId", "taskId", "responseId", "responseBId")
  NULLS NOT DISTINCT;

-- Slots and assignments: exactly k, once per annotator and subject, one open at a time
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_replicate" CHECK ("replicate" BETWEEN 1 AND 100);
CREATE UNIQUE INDEX "Assignment_place" ON "Assignment" ("id", "subjectId", "armId");
ALTER TABLE "Slot" ADD CONSTRAINT "Slot_holder_is_for_it"
  FOREIGN KEY ("assignmentId", "subjectId", "armId") REFERENCES "Assignment" ("id", "subjectId", "armId");
CREATE INDEX "Slot_free" ON "Slot" ("batchId", "orderKey") WHERE "assignmentId" IS NULL;
CREATE UNIQUE INDEX "Assignment_one_open" ON "Assignment" ("batchId", "raterId") WHERE "state" = 'open';
CREATE UNIQUE INDEX "Assignment_two_reserved" ON "Assignment" ("batchId", "raterId", "reservedNo") WHERE "state" = 'reserved';
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_reserved" CHECK (
  CASE WHEN "state" = 'reserved' THEN "reservedNo" IN (1, 2) ELSE "reservedNo" IS NULL END);
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_lease" CHECK (
  ("state" IN ('reserved', 'open')) = ("lease" IS NOT NULL) AND ("lease" IS NULL) = ("leaseUntil" IS NULL));
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_submitted" CHECK (("state" = 'submitted') = ("submittedAt" IS NOT NULL));
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_position" CHECK ("position" >= 1 AND "version" >= 0);
ALTER TABLE "Operation" ADD CONSTRAINT "Operation_seq" CHECK ("seq" >= 1);

-- History is only ever added to. Erasing a project is a deliberate act that says so in its transaction:
-- set_config('countersign.erasing', 'on', true).
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('countersign.erasing', true) = 'on' THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION '% on % is refused: it is append-only', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
END $$;

CREATE TRIGGER "Operation_append_only" BEFORE UPDATE OR DELETE ON "Operation"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "Operation_no_truncate" BEFORE TRUNCATE ON "Operation"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "AuditLog_append_only" BEFORE UPDATE OR DELETE ON "AuditLog"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "AuditLog_no_truncate" BEFORE TRUNCATE ON "AuditLog"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
-- A draft may go with its dataset, but never change.
CREATE TRIGGER "Draft_immutable" BEFORE UPDATE ON "Draft"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
