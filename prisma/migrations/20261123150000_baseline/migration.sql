-- Everything that the migrations before 23 November 2026 had made, in one. First what schema.prisma says, then what Prisma
-- cannot express. Databases that have all of those migrations are taken over as they stand (scripts/prisma/baseline.mjs).

-- CreateEnum
CREATE TYPE "TokenScope" AS ENUM ('read', 'write', 'export');

-- CreateEnum
CREATE TYPE "LinkPurpose" AS ENUM ('first_admin', 'set_password');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('admin', 'researcher', 'annotator');

-- CreateEnum
CREATE TYPE "OnErasure" AS ENUM ('keep', 'remove');

-- CreateEnum
CREATE TYPE "RaterKind" AS ENUM ('human', 'llm', 'rules', 'gold', 'adjudicator');

-- CreateEnum
CREATE TYPE "DatasetState" AS ENUM ('importing', 'ready', 'archived');

-- CreateEnum
CREATE TYPE "RubricKind" AS ENUM ('checklist', 'criteria');

-- CreateEnum
CREATE TYPE "Target" AS ENUM ('item', 'overall', 'preference');

-- CreateEnum
CREATE TYPE "SideOrder" AS ENUM ('AB', 'BA');

-- CreateEnum
CREATE TYPE "LlmProvider" AS ENUM ('openai-compatible', 'openai', 'anthropic', 'google');

-- CreateEnum
CREATE TYPE "DraftRunState" AS ENUM ('draft', 'running', 'paused', 'paused_budget', 'done', 'cancelled');

-- CreateEnum
CREATE TYPE "DraftUnitState" AS ENUM ('waiting', 'working', 'done', 'failed');

-- CreateEnum
CREATE TYPE "LlmCallState" AS ENUM ('pending', 'ok', 'partial', 'failed');

-- CreateEnum
CREATE TYPE "RuleRunKind" AS ENUM ('draft', 'check');

-- CreateEnum
CREATE TYPE "WebhookDeliveryState" AS ENUM ('waiting', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "ImportState" AS ENUM ('uploading', 'queued', 'checking', 'writing', 'ready', 'failed', 'cancelled');

-- CreateEnum
CREATE TYPE "BatchState" AS ENUM ('draft', 'open', 'paused', 'closed', 'archived');

-- CreateEnum
CREATE TYPE "Order" AS ENUM ('fixed', 'random');

-- CreateEnum
CREATE TYPE "SubjectKind" AS ENUM ('task', 'response', 'pair');

-- CreateEnum
CREATE TYPE "SubjectUse" AS ENUM ('work', 'check', 'training', 'exam');

-- CreateEnum
CREATE TYPE "PlantedKind" AS ENUM ('verdict', 'item', 'labels');

-- CreateEnum
CREATE TYPE "AssignmentState" AS ENUM ('reserved', 'open', 'submitted', 'skipped', 'expired', 'returned', 'reopened');

-- CreateEnum
CREATE TYPE "GoldAbout" AS ENUM ('value', 'preference', 'labels');

-- CreateEnum
CREATE TYPE "QualifiedBy" AS ENUM ('training', 'exam', 'earlier', 'admin');

-- CreateEnum
CREATE TYPE "GrantKind" AS ENUM ('attempt', 'admission');

-- CreateEnum
CREATE TYPE "Exposure" AS ENUM ('none', 'draft-first', 'judge-then-reveal', 'on-request', 'score-hidden');

-- CreateEnum
CREATE TYPE "Action" AS ENUM ('accept', 'revise', 'remove', 'add');

-- CreateEnum
CREATE TYPE "FrozenKind" AS ENUM ('design', 'material', 'labels', 'tables', 'card', 'answers', 'public_labels', 'drafting');

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" TEXT,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT,
    "siteAdmin" BOOLEAN NOT NULL DEFAULT false,
    "language" TEXT,
    "keys" JSONB NOT NULL DEFAULT '{}',
    "disabledAt" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdInId" UUID,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "KnownBrowser" (
    "userId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "lastSeenAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "KnownBrowser_pkey" PRIMARY KEY ("userId","tokenHash")
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
    "scopes" "TokenScope"[] DEFAULT ARRAY['read', 'write', 'export']::"TokenScope"[],
    "projectId" UUID,
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
    "projectId" UUID,
    "createdById" UUID,
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
    "deletedAt" TIMESTAMPTZ,
    "onErasure" "OnErasure" NOT NULL DEFAULT 'keep',

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
CREATE TABLE "Invitation" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "role" "Role" NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ParticipationLink" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "quota" INTEGER NOT NULL,
    "share" INTEGER,
    "completionCode" TEXT,
    "completionUrl" TEXT,
    "screenedCode" TEXT,
    "screenedUrl" TEXT,
    "personParameter" TEXT NOT NULL,
    "studyParameter" TEXT,
    "sessionParameter" TEXT,
    "consent" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ,
    "closedAt" TIMESTAMPTZ,

    CONSTRAINT "ParticipationLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Participant" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "membershipId" UUID NOT NULL,
    "parameter" TEXT NOT NULL,
    "externalId" TEXT NOT NULL,

    CONSTRAINT "Participant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Participation" (
    "id" UUID NOT NULL,
    "linkId" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "participantId" UUID NOT NULL,
    "studyId" TEXT,
    "sessionId" TEXT,
    "startedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cameAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completedAt" TIMESTAMPTZ,
    "leftAt" TIMESTAMPTZ,
    "screenedAt" TIMESTAMPTZ,

    CONSTRAINT "Participation_pkey" PRIMARY KEY ("id")
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
    "deletedAt" TIMESTAMPTZ,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "dataVersion" INTEGER NOT NULL DEFAULT 0,
    "responseGroups" TEXT[] DEFAULT ARRAY[]::TEXT[],

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
    "model" TEXT,
    "text" TEXT NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "Response_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Rubric" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "taskId" UUID,
    "responseId" UUID,
    "responseBId" UUID,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "RubricKind" NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "retiredAt" TIMESTAMPTZ,

    CONSTRAINT "Rubric_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RubricVersion" (
    "id" UUID NOT NULL,
    "rubricId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "origin" TEXT,
    "method" TEXT,
    "model" TEXT,
    "unitId" UUID,
    "batchId" UUID,
    "createdBy" UUID,
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
    "wording" INTEGER NOT NULL DEFAULT 1,

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
    "condition" TEXT,
    "order" "SideOrder",
    "sample" INTEGER,
    "confidence" DOUBLE PRECISION,
    "unitId" UUID,
    "value" JSONB,
    "lines" TEXT[],
    "scoreLine" INTEGER,
    "provenance" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Draft_pkey" PRIMARY KEY ("id")
);

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
    "testRequestedAt" TIMESTAMPTZ,
    "test" JSONB,
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
    "uncached" BOOLEAN NOT NULL DEFAULT false,
    "maxCalls" INTEGER,
    "maxCostMicros" BIGINT,
    "state" "DraftRunState" NOT NULL DEFAULT 'draft',
    "published" BOOLEAN NOT NULL DEFAULT true,
    "withdrawnAt" TIMESTAMPTZ,
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

-- CreateTable
CREATE TABLE "RuleRun" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "kind" "RuleRunKind" NOT NULL,
    "tasks" INTEGER NOT NULL,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "lastTask" UUID,
    "checklists" INTEGER NOT NULL DEFAULT 0,
    "items" INTEGER NOT NULL DEFAULT 0,
    "answered" INTEGER NOT NULL DEFAULT 0,
    "undecided" INTEGER NOT NULL DEFAULT 0,
    "leftOut" INTEGER NOT NULL DEFAULT 0,
    "requestedBy" UUID,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "touchedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ,

    CONSTRAINT "RuleRun_pkey" PRIMARY KEY ("id")
);

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

-- CreateTable
CREATE TABLE "Import" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "datasetId" UUID,
    "requestedBy" UUID,
    "fileName" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "shape" TEXT,
    "mapping" JSONB,
    "state" "ImportState" NOT NULL DEFAULT 'uploading',
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "lines" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "problems" INTEGER NOT NULL DEFAULT 0,
    "causes" JSONB NOT NULL DEFAULT '[]',
    "leaveOut" BOOLEAN NOT NULL DEFAULT false,
    "unfit" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ,
    "dismissedAt" TIMESTAMPTZ,

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
    "rowId" TEXT,
    "excerpt" TEXT,
    "echo" BOOLEAN NOT NULL DEFAULT false,

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
CREATE TABLE "GuidelinesRead" (
    "guidelinesId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GuidelinesRead_pkey" PRIMARY KEY ("guidelinesId","raterId")
);

-- CreateTable
CREATE TABLE "Batch" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" "BatchState" NOT NULL DEFAULT 'draft',
    "preset" TEXT NOT NULL,
    "selection" JSONB NOT NULL DEFAULT '{"filter":{},"sample":null}',
    "seed" INTEGER NOT NULL,
    "subjectOrder" "Order" NOT NULL DEFAULT 'random',
    "itemOrder" "Order" NOT NULL DEFAULT 'fixed',
    "joinLater" BOOLEAN NOT NULL DEFAULT false,
    "mustRead" BOOLEAN NOT NULL DEFAULT false,
    "quality" JSONB NOT NULL DEFAULT '{}',
    "revision" INTEGER NOT NULL DEFAULT 0,
    "leaseMinutes" INTEGER NOT NULL DEFAULT 30,
    "dueAt" TIMESTAMPTZ,
    "pay" JSONB,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" UUID,
    "previousId" UUID,
    "openedAt" TIMESTAMPTZ,
    "closedAt" TIMESTAMPTZ,
    "dataVersion" INTEGER NOT NULL DEFAULT 0,
    "followsId" UUID,

    CONSTRAINT "Batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BatchWait" (
    "batchId" UUID NOT NULL,
    "runId" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "requestedBy" UUID,
    "requestedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "refused" TEXT,

    CONSTRAINT "BatchWait_pkey" PRIMARY KEY ("batchId")
);

-- CreateTable
CREATE TABLE "BatchRubric" (
    "batchId" UUID NOT NULL,
    "rubricId" UUID NOT NULL,
    "rubricVersionId" UUID NOT NULL,
    "onlyItems" UUID[],

    CONSTRAINT "BatchRubric_pkey" PRIMARY KEY ("batchId","rubricId")
);

-- CreateTable
CREATE TABLE "ChosenSubject" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "taskId" UUID NOT NULL,
    "responseId" UUID,

    CONSTRAINT "ChosenSubject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Arm" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "k" INTEGER NOT NULL,
    "protocol" JSONB NOT NULL,
    "follows" BOOLEAN NOT NULL DEFAULT false,
    "exposure" TEXT,
    "reserved" BOOLEAN NOT NULL DEFAULT false,

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
    "use" "SubjectUse" NOT NULL DEFAULT 'work',
    "reserved" BOOLEAN NOT NULL DEFAULT false,
    "taskId" UUID NOT NULL,
    "responseId" UUID,
    "responseBId" UUID,

    CONSTRAINT "Subject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlantedError" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "subjectId" UUID NOT NULL,
    "kind" "PlantedKind" NOT NULL,
    "draftId" UUID,
    "value" JSONB,
    "lines" TEXT[],
    "rubricId" UUID,
    "key" TEXT,
    "itemVersionId" UUID,
    "place" INTEGER,
    "draftUnitId" UUID,
    "itemId" UUID,
    "question" TEXT,
    "label" TEXT,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlantedError_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlantedAnswer" (
    "plantedId" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "answer" JSONB NOT NULL,
    "detected" BOOLEAN NOT NULL,
    "reasonCode" TEXT,

    CONSTRAINT "PlantedAnswer_pkey" PRIMARY KEY ("plantedId","assignmentId")
);

-- CreateTable
CREATE TABLE "Slot" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "subjectId" UUID NOT NULL,
    "armId" UUID NOT NULL,
    "replicate" INTEGER NOT NULL,
    "orderKey" INTEGER NOT NULL,
    "lane" INTEGER NOT NULL,
    "assignmentId" UUID,

    CONSTRAINT "Slot_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Assignment" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "subjectId" UUID NOT NULL,
    "armId" UUID NOT NULL,
    "slotId" UUID,
    "raterId" UUID NOT NULL,
    "state" "AssignmentState" NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "reservedNo" INTEGER,
    "lease" UUID,
    "leaseUntil" TIMESTAMPTZ,
    "version" INTEGER NOT NULL DEFAULT 0,
    "order" JSONB NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL,
    "guidelinesVersion" INTEGER NOT NULL DEFAULT 1,
    "openedAt" TIMESTAMPTZ,
    "submittedAt" TIMESTAMPTZ,
    "submittedVersion" INTEGER,
    "reopenedAt" TIMESTAMPTZ,
    "skipReason" TEXT,
    "skippedAt" TIMESTAMPTZ,
    "activeMs" DOUBLE PRECISION,
    "note" TEXT,
    "notedAt" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Assignment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GoldAnswer" (
    "assignmentId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "about" "GoldAbout" NOT NULL DEFAULT 'value',
    "itemVersionId" UUID,
    "question" TEXT,
    "given" JSONB,
    "gold" JSONB NOT NULL,
    "explanation" TEXT NOT NULL DEFAULT '',
    "isRight" BOOLEAN NOT NULL,

    CONSTRAINT "GoldAnswer_pkey" PRIMARY KEY ("assignmentId","position")
);

-- CreateTable
CREATE TABLE "Qualification" (
    "batchId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "startedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "qualifiedAt" TIMESTAMPTZ,
    "by" "QualifiedBy",

    CONSTRAINT "Qualification_pkey" PRIMARY KEY ("batchId","raterId")
);

-- CreateTable
CREATE TABLE "ExamResult" (
    "batchId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "asked" INTEGER NOT NULL,
    "right" INTEGER NOT NULL,
    "passed" BOOLEAN NOT NULL,
    "endedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ExamResult_pkey" PRIMARY KEY ("batchId","raterId","attempt")
);

-- CreateTable
CREATE TABLE "QualificationGrant" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "kind" "GrantKind" NOT NULL,
    "note" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "grantedBy" UUID,

    CONSTRAINT "QualificationGrant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Reopening" (
    "id" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "note" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "askedBy" UUID,
    "submittedAt" TIMESTAMPTZ NOT NULL,
    "version" INTEGER NOT NULL,
    "endedAt" TIMESTAMPTZ,

    CONSTRAINT "Reopening_pkey" PRIMARY KEY ("id")
);

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
    "caseId" UUID,
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
    "swapped" BOOLEAN,
    "shown" INTEGER,
    "activeMs" INTEGER,
    "idleMs" INTEGER,
    "bulk" BOOLEAN NOT NULL DEFAULT false,
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
    "bulk" BOOLEAN NOT NULL DEFAULT false,
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
CREATE TABLE "Labelling" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "assignmentId" UUID NOT NULL,
    "armId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "step" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "taskId" UUID NOT NULL,
    "itemId" UUID,
    "itemVersionId" UUID,
    "exposure" "Exposure" NOT NULL,
    "draftUnitId" UUID,
    "drafted" JSONB,
    "initial" JSONB,
    "labels" TEXT[],
    "reasonCode" TEXT,
    "reasonNote" TEXT,
    "shown" INTEGER NOT NULL,
    "activeMs" INTEGER,
    "idleMs" INTEGER,
    "startedAt" TIMESTAMPTZ,
    "submittedAt" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "Labelling_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GoldLabels" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "taskId" UUID NOT NULL,
    "itemId" UUID,
    "question" TEXT NOT NULL,
    "labels" TEXT[],
    "raterId" UUID NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GoldLabels_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "BatchAdjudicator" (
    "batchId" UUID NOT NULL,
    "membershipId" UUID NOT NULL,
    "addedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BatchAdjudicator_pkey" PRIMARY KEY ("batchId","membershipId")
);

-- CreateTable
CREATE TABLE "Adjudication" (
    "batchId" UUID NOT NULL,
    "rule" JSONB NOT NULL,
    "startedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedBy" UUID,
    "refreshedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Adjudication_pkey" PRIMARY KEY ("batchId")
);

-- CreateTable
CREATE TABLE "AdjudicationCase" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "taskId" UUID NOT NULL,
    "responseId" UUID NOT NULL,
    "itemId" UUID,
    "reasons" TEXT[],
    "agreement" DOUBLE PRECISION,
    "joinedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AdjudicationCase_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Ruling" (
    "id" UUID NOT NULL,
    "caseId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "raterId" UUID NOT NULL,
    "value" JSONB,
    "note" TEXT NOT NULL DEFAULT '',
    "votes" JSONB NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Ruling_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Report" (
    "id" UUID NOT NULL,
    "datasetId" UUID NOT NULL,
    "batchId" UUID,
    "dataVersion" INTEGER NOT NULL,
    "rulesVersion" INTEGER NOT NULL,
    "selection" TEXT NOT NULL DEFAULT '',
    "requestedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dataAt" TIMESTAMPTZ,
    "reliability" JSON,
    "result" JSON,
    "items" JSONB NOT NULL DEFAULT '[]',
    "failure" TEXT,

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Study" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" UUID,

    CONSTRAINT "Study_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StudyVersion" (
    "id" UUID NOT NULL,
    "studyId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "authors" TEXT NOT NULL DEFAULT '',
    "notes" TEXT NOT NULL DEFAULT '',
    "batchIds" UUID[],
    "datasetIds" UUID[] DEFAULT ARRAY[]::UUID[],
    "requestedBy" UUID,
    "requestedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done" INTEGER NOT NULL DEFAULT 0,
    "records" INTEGER,
    "touchedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failure" TEXT,
    "frozenAt" TIMESTAMPTZ,
    "manifest" JSON,
    "sha256" TEXT,

    CONSTRAINT "StudyVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FrozenPart" (
    "versionId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "batchId" UUID NOT NULL,
    "kind" "FrozenKind" NOT NULL,
    "raterId" UUID,
    "records" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "erasedAt" TIMESTAMPTZ,

    CONSTRAINT "FrozenPart_pkey" PRIMARY KEY ("versionId","n")
);

-- CreateTable
CREATE TABLE "FrozenChunk" (
    "versionId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "FrozenChunk_pkey" PRIMARY KEY ("versionId","n","place")
);

-- CreateTable
CREATE TABLE "FrozenContent" (
    "projectId" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "FrozenContent_pkey" PRIMARY KEY ("projectId","sha256")
);

-- CreateTable
CREATE TABLE "StudyCard" (
    "id" UUID NOT NULL,
    "versionId" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "texts" BOOLEAN NOT NULL DEFAULT false,
    "listed" BOOLEAN NOT NULL DEFAULT false,
    "publishedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "publishedBy" UUID,
    "revokedAt" TIMESTAMPTZ,

    CONSTRAINT "StudyCard_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "AuditSeal" (
    "n" INTEGER NOT NULL,
    "throughId" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("n")
);

-- CreateTable
CREATE TABLE "Installation" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Worker" (
    "id" UUID NOT NULL,
    "startedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seenAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "queueName" TEXT,

    CONSTRAINT "Worker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WriteProbe" (
    "id" SMALLINT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL,

    CONSTRAINT "WriteProbe_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "User_createdInId_idx" ON "User"("createdInId");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken"("userId");

-- CreateIndex
CREATE INDEX "ApiToken_projectId_idx" ON "ApiToken"("projectId");

-- CreateIndex
CREATE UNIQUE INDEX "OneTimeLink_tokenHash_key" ON "OneTimeLink"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Membership_raterId_key" ON "Membership"("raterId");

-- CreateIndex
CREATE INDEX "Membership_userId_idx" ON "Membership"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Membership_projectId_userId_key" ON "Membership"("projectId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_tokenHash_key" ON "Invitation"("tokenHash");

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_projectId_email_key" ON "Invitation"("projectId", "email");

-- CreateIndex
CREATE UNIQUE INDEX "ParticipationLink_token_key" ON "ParticipationLink"("token");

-- CreateIndex
CREATE INDEX "ParticipationLink_batchId_idx" ON "ParticipationLink"("batchId");

-- CreateIndex
CREATE UNIQUE INDEX "Participant_membershipId_key" ON "Participant"("membershipId");

-- CreateIndex
CREATE UNIQUE INDEX "Participant_projectId_parameter_externalId_key" ON "Participant"("projectId", "parameter", "externalId");

-- CreateIndex
CREATE INDEX "Participation_linkId_idx" ON "Participation"("linkId");

-- CreateIndex
CREATE INDEX "Participation_participantId_idx" ON "Participation"("participantId");

-- CreateIndex
CREATE UNIQUE INDEX "Participation_batchId_participantId_key" ON "Participation"("batchId", "participantId");

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
CREATE INDEX "Rubric_responseId_idx" ON "Rubric"("responseId");

-- CreateIndex
CREATE INDEX "Rubric_responseBId_idx" ON "Rubric"("responseBId");

-- CreateIndex
CREATE UNIQUE INDEX "Rubric_datasetId_key_key" ON "Rubric"("datasetId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "Rubric_id_datasetId_key" ON "Rubric"("id", "datasetId");

-- CreateIndex
CREATE INDEX "RubricVersion_unitId_idx" ON "RubricVersion"("unitId");

-- CreateIndex
CREATE INDEX "RubricVersion_batchId_idx" ON "RubricVersion"("batchId");

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
CREATE INDEX "Draft_unitId_idx" ON "Draft"("unitId");

-- CreateIndex
CREATE UNIQUE INDEX "Draft_datasetId_key_key" ON "Draft"("datasetId", "key");

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
CREATE UNIQUE INDEX "DraftRun_id_datasetId_key" ON "DraftRun"("id", "datasetId");

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
CREATE INDEX "RuleRun_datasetId_createdAt_idx" ON "RuleRun"("datasetId", "createdAt");

-- CreateIndex
CREATE INDEX "Webhook_projectId_createdAt_idx" ON "Webhook"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_createdAt_idx" ON "WebhookDelivery"("webhookId", "createdAt");

-- CreateIndex
CREATE INDEX "Import_projectId_createdAt_idx" ON "Import"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "ImportRow_importId_type_line_idx" ON "ImportRow"("importId", "type", "line");

-- CreateIndex
CREATE UNIQUE INDEX "Guidelines_batchId_version_key" ON "Guidelines"("batchId", "version");

-- CreateIndex
CREATE INDEX "GuidelinesRead_raterId_idx" ON "GuidelinesRead"("raterId");

-- CreateIndex
CREATE INDEX "Batch_projectId_createdAt_idx" ON "Batch"("projectId", "createdAt");

-- CreateIndex
CREATE INDEX "Batch_previousId_idx" ON "Batch"("previousId");

-- CreateIndex
CREATE INDEX "Batch_followsId_idx" ON "Batch"("followsId");

-- CreateIndex
CREATE UNIQUE INDEX "Batch_id_datasetId_key" ON "Batch"("id", "datasetId");

-- CreateIndex
CREATE INDEX "BatchWait_runId_datasetId_idx" ON "BatchWait"("runId", "datasetId");

-- CreateIndex
CREATE UNIQUE INDEX "BatchWait_batchId_datasetId_key" ON "BatchWait"("batchId", "datasetId");

-- CreateIndex
CREATE INDEX "BatchRubric_rubricVersionId_idx" ON "BatchRubric"("rubricVersionId");

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
CREATE INDEX "PlantedError_batchId_idx" ON "PlantedError"("batchId");

-- CreateIndex
CREATE INDEX "PlantedError_draftId_idx" ON "PlantedError"("draftId");

-- CreateIndex
CREATE INDEX "PlantedError_rubricId_idx" ON "PlantedError"("rubricId");

-- CreateIndex
CREATE INDEX "PlantedError_itemVersionId_idx" ON "PlantedError"("itemVersionId");

-- CreateIndex
CREATE INDEX "PlantedError_draftUnitId_idx" ON "PlantedError"("draftUnitId");

-- CreateIndex
CREATE INDEX "PlantedError_itemId_idx" ON "PlantedError"("itemId");

-- CreateIndex
CREATE UNIQUE INDEX "PlantedError_subjectId_draftId_key" ON "PlantedError"("subjectId", "draftId");

-- CreateIndex
CREATE UNIQUE INDEX "PlantedError_subjectId_rubricId_key" ON "PlantedError"("subjectId", "rubricId");

-- CreateIndex
CREATE UNIQUE INDEX "PlantedError_subjectId_draftUnitId_itemId_question_key" ON "PlantedError"("subjectId", "draftUnitId", "itemId", "question");

-- CreateIndex
CREATE INDEX "PlantedAnswer_assignmentId_idx" ON "PlantedAnswer"("assignmentId");

-- CreateIndex
CREATE UNIQUE INDEX "Slot_assignmentId_key" ON "Slot"("assignmentId");

-- CreateIndex
CREATE INDEX "Slot_batchId_orderKey_idx" ON "Slot"("batchId", "orderKey");

-- CreateIndex
CREATE UNIQUE INDEX "Slot_subjectId_armId_replicate_key" ON "Slot"("subjectId", "armId", "replicate");

-- CreateIndex
CREATE INDEX "Assignment_batchId_id_idx" ON "Assignment"("batchId", "id");

-- CreateIndex
CREATE INDEX "Assignment_batchId_raterId_state_idx" ON "Assignment"("batchId", "raterId", "state");

-- CreateIndex
CREATE INDEX "Assignment_slotId_idx" ON "Assignment"("slotId");

-- CreateIndex
CREATE INDEX "Assignment_armId_idx" ON "Assignment"("armId");

-- CreateIndex
CREATE UNIQUE INDEX "Assignment_subjectId_raterId_attempt_key" ON "Assignment"("subjectId", "raterId", "attempt");

-- CreateIndex
CREATE INDEX "GoldAnswer_itemVersionId_idx" ON "GoldAnswer"("itemVersionId");

-- CreateIndex
CREATE INDEX "Qualification_raterId_idx" ON "Qualification"("raterId");

-- CreateIndex
CREATE INDEX "QualificationGrant_batchId_raterId_idx" ON "QualificationGrant"("batchId", "raterId");

-- CreateIndex
CREATE INDEX "Reopening_assignmentId_idx" ON "Reopening"("assignmentId");

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

-- CreateIndex
CREATE UNIQUE INDEX "Operation_assignmentId_seq_key" ON "Operation"("assignmentId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "Judgement_caseId_key" ON "Judgement"("caseId");

-- CreateIndex
CREATE INDEX "Judgement_datasetId_batchId_id_idx" ON "Judgement"("datasetId", "batchId", "id");

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
CREATE INDEX "Decision_datasetId_batchId_id_idx" ON "Decision"("datasetId", "batchId", "id");

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
CREATE INDEX "Labelling_batchId_id_idx" ON "Labelling"("batchId", "id");

-- CreateIndex
CREATE INDEX "Labelling_assignmentId_idx" ON "Labelling"("assignmentId");

-- CreateIndex
CREATE INDEX "Labelling_raterId_idx" ON "Labelling"("raterId");

-- CreateIndex
CREATE INDEX "Labelling_taskId_idx" ON "Labelling"("taskId");

-- CreateIndex
CREATE INDEX "Labelling_itemId_idx" ON "Labelling"("itemId");

-- CreateIndex
CREATE INDEX "Labelling_itemVersionId_idx" ON "Labelling"("itemVersionId");

-- CreateIndex
CREATE INDEX "Labelling_draftUnitId_idx" ON "Labelling"("draftUnitId");

-- CreateIndex
CREATE INDEX "Labelling_armId_idx" ON "Labelling"("armId");

-- CreateIndex
CREATE INDEX "GoldLabels_taskId_idx" ON "GoldLabels"("taskId");

-- CreateIndex
CREATE INDEX "GoldLabels_itemId_idx" ON "GoldLabels"("itemId");

-- CreateIndex
CREATE INDEX "GoldLabels_raterId_idx" ON "GoldLabels"("raterId");

-- CreateIndex
CREATE UNIQUE INDEX "GoldLabels_datasetId_key_key" ON "GoldLabels"("datasetId", "key");

-- CreateIndex
CREATE INDEX "AskAnswer_batchId_id_idx" ON "AskAnswer"("batchId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AskAnswer_assignmentId_step_question_key" ON "AskAnswer"("assignmentId", "step", "question");

-- CreateIndex
CREATE INDEX "BatchAdjudicator_membershipId_idx" ON "BatchAdjudicator"("membershipId");

-- CreateIndex
CREATE INDEX "AdjudicationCase_batchId_position_idx" ON "AdjudicationCase"("batchId", "position");

-- CreateIndex
CREATE INDEX "AdjudicationCase_taskId_idx" ON "AdjudicationCase"("taskId");

-- CreateIndex
CREATE INDEX "AdjudicationCase_itemId_idx" ON "AdjudicationCase"("itemId");

-- CreateIndex
CREATE INDEX "Ruling_raterId_idx" ON "Ruling"("raterId");

-- CreateIndex
CREATE UNIQUE INDEX "Ruling_caseId_n_key" ON "Ruling"("caseId", "n");

-- CreateIndex
CREATE INDEX "Report_batchId_idx" ON "Report"("batchId");

-- CreateIndex
CREATE INDEX "Study_projectId_createdAt_idx" ON "Study"("projectId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "StudyVersion_studyId_version_key" ON "StudyVersion"("studyId", "version");

-- CreateIndex
CREATE INDEX "FrozenPart_raterId_idx" ON "FrozenPart"("raterId");

-- CreateIndex
CREATE INDEX "FrozenChunk_projectId_sha256_idx" ON "FrozenChunk"("projectId", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "StudyCard_token_key" ON "StudyCard"("token");

-- CreateIndex
CREATE INDEX "StudyCard_versionId_idx" ON "StudyCard"("versionId");

-- CreateIndex
CREATE INDEX "AuditLog_projectId_id_idx" ON "AuditLog"("projectId", "id");

-- CreateIndex
CREATE INDEX "AuditLog_actorId_id_idx" ON "AuditLog"("actorId", "id");

-- CreateIndex
CREATE INDEX "AuditLog_action_id_idx" ON "AuditLog"("action", "id");

-- CreateIndex
CREATE INDEX "AuditLog_at_idx" ON "AuditLog"("at");

-- CreateIndex
CREATE UNIQUE INDEX "AuditSeal_throughId_key" ON "AuditSeal"("throughId");

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_createdInId_fkey" FOREIGN KEY ("createdInId") REFERENCES "Project"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnownBrowser" ADD CONSTRAINT "KnownBrowser_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Membership" ADD CONSTRAINT "Membership_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ParticipationLink" ADD CONSTRAINT "ParticipationLink_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Participant" ADD CONSTRAINT "Participant_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Participant" ADD CONSTRAINT "Participant_membershipId_fkey" FOREIGN KEY ("membershipId") REFERENCES "Membership"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Participation" ADD CONSTRAINT "Participation_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "ParticipationLink"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Participation" ADD CONSTRAINT "Participation_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Participation" ADD CONSTRAINT "Participation_participantId_fkey" FOREIGN KEY ("participantId") REFERENCES "Participant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "Rubric" ADD CONSTRAINT "Rubric_responseId_taskId_fkey" FOREIGN KEY ("responseId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rubric" ADD CONSTRAINT "Rubric_responseBId_taskId_fkey" FOREIGN KEY ("responseBId", "taskId") REFERENCES "Response"("id", "taskId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RubricVersion" ADD CONSTRAINT "RubricVersion_rubricId_fkey" FOREIGN KEY ("rubricId") REFERENCES "Rubric"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RubricVersion" ADD CONSTRAINT "RubricVersion_unitId_fkey" FOREIGN KEY ("unitId") REFERENCES "DraftUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RubricVersion" ADD CONSTRAINT "RubricVersion_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "RuleRun" ADD CONSTRAINT "RuleRun_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "GuidelinesRead" ADD CONSTRAINT "GuidelinesRead_guidelinesId_fkey" FOREIGN KEY ("guidelinesId") REFERENCES "Guidelines"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GuidelinesRead" ADD CONSTRAINT "GuidelinesRead_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_previousId_fkey" FOREIGN KEY ("previousId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_followsId_fkey" FOREIGN KEY ("followsId") REFERENCES "Batch"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchWait" ADD CONSTRAINT "BatchWait_batchId_datasetId_fkey" FOREIGN KEY ("batchId", "datasetId") REFERENCES "Batch"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchWait" ADD CONSTRAINT "BatchWait_runId_datasetId_fkey" FOREIGN KEY ("runId", "datasetId") REFERENCES "DraftRun"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchRubric" ADD CONSTRAINT "BatchRubric_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchRubric" ADD CONSTRAINT "BatchRubric_rubricId_fkey" FOREIGN KEY ("rubricId") REFERENCES "Rubric"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchRubric" ADD CONSTRAINT "BatchRubric_rubricVersionId_rubricId_fkey" FOREIGN KEY ("rubricVersionId", "rubricId") REFERENCES "RubricVersion"("id", "rubricId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChosenSubject" ADD CONSTRAINT "ChosenSubject_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChosenSubject" ADD CONSTRAINT "ChosenSubject_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChosenSubject" ADD CONSTRAINT "ChosenSubject_responseId_fkey" FOREIGN KEY ("responseId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_subjectId_batchId_fkey" FOREIGN KEY ("subjectId", "batchId") REFERENCES "Subject"("id", "batchId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_draftId_fkey" FOREIGN KEY ("draftId") REFERENCES "Draft"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_rubricId_fkey" FOREIGN KEY ("rubricId") REFERENCES "Rubric"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_itemVersionId_fkey" FOREIGN KEY ("itemVersionId") REFERENCES "ItemVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_draftUnitId_fkey" FOREIGN KEY ("draftUnitId") REFERENCES "DraftUnit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedAnswer" ADD CONSTRAINT "PlantedAnswer_plantedId_fkey" FOREIGN KEY ("plantedId") REFERENCES "PlantedError"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlantedAnswer" ADD CONSTRAINT "PlantedAnswer_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "GoldAnswer" ADD CONSTRAINT "GoldAnswer_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldAnswer" ADD CONSTRAINT "GoldAnswer_itemVersionId_fkey" FOREIGN KEY ("itemVersionId") REFERENCES "ItemVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Qualification" ADD CONSTRAINT "Qualification_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Qualification" ADD CONSTRAINT "Qualification_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ExamResult" ADD CONSTRAINT "ExamResult_batchId_raterId_fkey" FOREIGN KEY ("batchId", "raterId") REFERENCES "Qualification"("batchId", "raterId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "QualificationGrant" ADD CONSTRAINT "QualificationGrant_batchId_raterId_fkey" FOREIGN KEY ("batchId", "raterId") REFERENCES "Qualification"("batchId", "raterId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Reopening" ADD CONSTRAINT "Reopening_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "Operation" ADD CONSTRAINT "Operation_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "AdjudicationCase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_armId_fkey" FOREIGN KEY ("armId") REFERENCES "Arm"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_itemVersionId_fkey" FOREIGN KEY ("itemVersionId") REFERENCES "ItemVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_draftUnitId_fkey" FOREIGN KEY ("draftUnitId") REFERENCES "DraftUnit"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldLabels" ADD CONSTRAINT "GoldLabels_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldLabels" ADD CONSTRAINT "GoldLabels_taskId_datasetId_fkey" FOREIGN KEY ("taskId", "datasetId") REFERENCES "Task"("id", "datasetId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldLabels" ADD CONSTRAINT "GoldLabels_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GoldLabels" ADD CONSTRAINT "GoldLabels_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AskAnswer" ADD CONSTRAINT "AskAnswer_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AskAnswer" ADD CONSTRAINT "AskAnswer_assignmentId_fkey" FOREIGN KEY ("assignmentId") REFERENCES "Assignment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AskAnswer" ADD CONSTRAINT "AskAnswer_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchAdjudicator" ADD CONSTRAINT "BatchAdjudicator_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BatchAdjudicator" ADD CONSTRAINT "BatchAdjudicator_membershipId_fkey" FOREIGN KEY ("membershipId") REFERENCES "Membership"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Adjudication" ADD CONSTRAINT "Adjudication_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Adjudication"("batchId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "Task"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_responseId_fkey" FOREIGN KEY ("responseId") REFERENCES "Response"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AdjudicationCase" ADD CONSTRAINT "AdjudicationCase_itemId_fkey" FOREIGN KEY ("itemId") REFERENCES "Item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "AdjudicationCase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_datasetId_fkey" FOREIGN KEY ("datasetId") REFERENCES "Dataset"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Report" ADD CONSTRAINT "Report_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "Batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Study" ADD CONSTRAINT "Study_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FrozenPart" ADD CONSTRAINT "FrozenPart_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "StudyVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FrozenChunk" ADD CONSTRAINT "FrozenChunk_versionId_n_fkey" FOREIGN KEY ("versionId", "n") REFERENCES "FrozenPart"("versionId", "n") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FrozenChunk" ADD CONSTRAINT "FrozenChunk_projectId_sha256_fkey" FOREIGN KEY ("projectId", "sha256") REFERENCES "FrozenContent"("projectId", "sha256") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FrozenContent" ADD CONSTRAINT "FrozenContent_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StudyCard" ADD CONSTRAINT "StudyCard_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "StudyVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express: constraints, partial and wider unique indexes, append-only and frozen tables, row-level security.

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

ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_value" CHECK (
  ("value" IS NULL OR jsonb_typeof("value") IN ('string', 'number'))
  AND ("initial" IS NULL OR jsonb_typeof("initial") IN ('string', 'number', 'null')));

ALTER TABLE "Report" ADD CONSTRAINT "Report_result" CHECK (
  ("result" IS NULL) = ("dataAt" IS NULL) AND ("result" IS NULL OR "failure" IS NULL));

-- Invitations
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_email_lower_case" CHECK ("email" = lower("email") AND "email" LIKE '%_@_%');

ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_ends_after_it_begins" CHECK ("expiresAt" > "createdAt");

-- Participation: somebody who completes it gets something to show for it, and a place is either completed or left
ALTER TABLE "ParticipationLink" ADD CONSTRAINT "ParticipationLink_quota" CHECK ("quota" >= 0);

ALTER TABLE "ParticipationLink" ADD CONSTRAINT "ParticipationLink_share" CHECK ("share" IS NULL OR "share" >= 1);

ALTER TABLE "ParticipationLink" ADD CONSTRAINT "ParticipationLink_completion"
  CHECK ("completionCode" IS NOT NULL OR "completionUrl" IS NOT NULL);

ALTER TABLE "Participation" ADD CONSTRAINT "Participation_completed_or_left"
  CHECK ("completedAt" IS NULL OR "leftAt" IS NULL);

ALTER TABLE "Arm" ADD CONSTRAINT "Arm_k" CHECK ("k" BETWEEN 1 AND 100);

ALTER TABLE "Arm" ADD CONSTRAINT "Arm_follows" CHECK (
  ("position" > 0 OR NOT "follows") AND ("follows" OR "exposure" IS NULL));

ALTER TABLE "Slot" ADD CONSTRAINT "Slot_lane" CHECK ("lane" >= 0);
CREATE INDEX "Slot_free" ON "Slot" ("batchId", "armId", "orderKey") WHERE "assignmentId" IS NULL;
CREATE INDEX "Slot_free_in_lane" ON "Slot" ("batchId", "armId", "lane", "orderKey") WHERE "assignmentId" IS NULL;

ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_submitted_version" CHECK (
  "submittedVersion" BETWEEN 0 AND "version");

-- A reopened assignment was submitted, and is neither submitted nor given back until that is settled.
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_reopened" CHECK (
  CASE WHEN "reopenedAt" IS NULL THEN "state" <> 'reopened'
    ELSE "state" IN ('reopened', 'reserved', 'open') AND "submittedVersion" IS NOT NULL END);

ALTER TABLE "Reopening" ADD CONSTRAINT "Reopening_version" CHECK ("version" >= 0);
ALTER TABLE "Reopening" ADD CONSTRAINT "Reopening_note" CHECK (char_length("note") BETWEEN 1 AND 2000);
CREATE UNIQUE INDEX "Reopening_one_at_a_time" ON "Reopening" ("assignmentId") WHERE "endedAt" IS NULL;
ALTER TABLE "Batch" ADD CONSTRAINT "Batch_not_its_own_previous" CHECK ("previousId" <> "id");

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


CREATE UNIQUE INDEX "ChosenSubject_once" ON "ChosenSubject" ("batchId", "taskId", "responseId") NULLS NOT DISTINCT;

CREATE UNIQUE INDEX "AdjudicationCase_once_per_unit" ON "AdjudicationCase" ("batchId", "responseId", "itemId")
  NULLS NOT DISTINCT;

ALTER TABLE "ItemVersion" ADD CONSTRAINT "ItemVersion_wording_counts_from_1" CHECK ("wording" >= 1);
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_counts_from_1" CHECK ("n" >= 1);
ALTER TABLE "Ruling" ADD CONSTRAINT "Ruling_value" CHECK ("value" IS NULL OR jsonb_typeof("value") IN ('string', 'number'));

CREATE TRIGGER "Ruling_append_only" BEFORE UPDATE ON "Ruling"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_from_batch_or_file" CHECK (
  CASE WHEN "batchId" IS NULL
    THEN "assignmentId" IS NULL AND "caseId" IS NULL AND "armId" IS NULL AND "key" IS NOT NULL
  WHEN "caseId" IS NOT NULL
    THEN "assignmentId" IS NULL AND "armId" IS NULL AND "exposure" IS NULL AND "value" IS NOT NULL
  ELSE "assignmentId" IS NOT NULL AND "armId" IS NOT NULL AND "exposure" IS NOT NULL AND "step" IS NOT NULL
    AND "value" IS NOT NULL
  END);

-- A key is there with what belongs to it, or not at all.
ALTER TABLE "LlmEndpoint" ADD CONSTRAINT "LlmEndpoint_key" CHECK (
  num_nonnulls("keySealed", "keyId", "keyLastFour") IN (0, 3));

ALTER TABLE "LlmEndpoint" ADD CONSTRAINT "LlmEndpoint_limits" CHECK (
  "requestsPerMinute" BETWEEN 1 AND 6000 AND "concurrency" BETWEEN 1 AND 64 AND "timeoutSeconds" BETWEEN 1 AND 60
  AND "tokensPerMinute" > 0 AND "bearable" >= 1 AND "successesInRow" >= 0 AND "failuresInRow" >= 0);

ALTER TABLE "LlmEndpoint" ADD CONSTRAINT "LlmEndpoint_money" CHECK ("budgetMicros" >= 0 AND "spentMicros" >= 0);

ALTER TABLE "LlmPrice" ADD CONSTRAINT "LlmPrice_not_negative" CHECK (
  "inputMicros" >= 0 AND "outputMicros" >= 0 AND "cachedInputMicros" >= 0);

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

ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_caps" CHECK (
  "requests" >= 0 AND "requests" <= coalesce("maxCalls", "requests")
  AND "spentMicros" >= 0 AND "costMicros" BETWEEN 0 AND "spentMicros");

-- One walk over a dataset at a time.
CREATE UNIQUE INDEX "RuleRun_under_way" ON "RuleRun" ("datasetId") WHERE "finishedAt" IS NULL;

-- One set of labels per assignment, step and item (or, without an item, the task)
CREATE UNIQUE INDEX "Labelling_once_per_unit" ON "Labelling" ("assignmentId", "step", "itemId") NULLS NOT DISTINCT;

ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_item" CHECK (("itemId" IS NULL) = ("itemVersionId" IS NULL));

ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_draft" CHECK (
  ("drafted" IS NULL OR jsonb_typeof("drafted") = 'array')
  AND ("initial" IS NULL OR jsonb_typeof("initial") IN ('array', 'null'))
  AND ("draftUnitId" IS NULL OR "drafted" IS NOT NULL));

ALTER TABLE "Labelling" ADD CONSTRAINT "Labelling_times" CHECK (
  "shown" >= 1 AND coalesce("activeMs", 0) >= 0 AND coalesce("idleMs", 0) >= 0);

ALTER TABLE "Judgement" ADD CONSTRAINT "Judgement_swapped" CHECK ("swapped" IS NULL OR "target" = 'preference');

-- A claim counts a batch's reserved subjects.
CREATE INDEX "Subject_reserved" ON "Subject" ("batchId") WHERE "reserved";

CREATE UNIQUE INDEX "Report_of" ON "Report" ("datasetId", "batchId", "dataVersion", "rulesVersion", "selection") NULLS NOT DISTINCT;

-- A token is good for something.
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_scopes_check" CHECK (coalesce(cardinality("scopes"), 0) > 0);

-- The languages there are; a new one is added here by another migration.
ALTER TABLE "User" ADD CONSTRAINT "User_language_check" CHECK ("language" IN ('en', 'de', 'es', 'zh', 'ar'));

ALTER TABLE "User" ADD CONSTRAINT "User_keys_check" CHECK (jsonb_typeof("keys") = 'object' AND octet_length("keys"::text) <= 2000);

-- What Prisma cannot say.
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_attempt" CHECK (
  "attempt" >= 0 AND ("slotId" IS NULL) = ("attempt" > 0));

-- Training and exams are done where they stand: never skipped, kept ahead or sent back.
ALTER TABLE "Assignment" ADD CONSTRAINT "Assignment_of_training" CHECK (
  "attempt" = 0 OR "state" IN ('open', 'submitted', 'expired', 'returned') AND "reopenedAt" IS NULL);

ALTER TABLE "Qualification" ADD CONSTRAINT "Qualification_by" CHECK (("by" IS NULL) = ("qualifiedAt" IS NULL));

ALTER TABLE "ExamResult" ADD CONSTRAINT "ExamResult_right" CHECK (
  "attempt" >= 1 AND "asked" >= 1 AND "right" BETWEEN 0 AND "asked");

ALTER TABLE "Participation" ADD CONSTRAINT "Participation_screened" CHECK (
  "screenedAt" IS NULL OR "leftAt" IS NOT NULL);

-- What Prisma cannot say.
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_version_check" CHECK ("version" > 0);

ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_title_check" CHECK (btrim("title") <> '');

ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_frozen_check" CHECK (
  ("frozenAt" IS NULL) = ("manifest" IS NULL) AND ("frozenAt" IS NULL) = ("sha256" IS NULL)
  AND ("frozenAt" IS NULL OR "failure" IS NULL));

CREATE UNIQUE INDEX "StudyVersion_in_the_making" ON "StudyVersion" ("studyId") WHERE "frozenAt" IS NULL;
CREATE UNIQUE INDEX "StudyCard_public" ON "StudyCard" ("versionId") WHERE "revokedAt" IS NULL;

-- A frozen version is what it was. It goes with its project, and with it alone. Erasing somebody may take from its
-- parts and put a part anew: set_config('countersign.erasing', 'on', true).
CREATE FUNCTION is_frozen(uuid) RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT 1 FROM "StudyVersion" v JOIN "Study" s ON s."id" = v."studyId"
    JOIN "Project" p ON p."id" = s."projectId" WHERE v."id" = $1 AND v."frozenAt" IS NOT NULL)
$$;

CREATE FUNCTION refuse_thawing_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_frozen(OLD."id") THEN
    RAISE EXCEPTION '% on % is refused: it is frozen', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION refuse_thawing_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP <> 'INSERT' AND is_frozen(OLD."versionId") OR TG_OP <> 'DELETE' AND is_frozen(NEW."versionId"))
    AND current_setting('countersign.erasing', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION '% on % is refused: it is frozen', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER "StudyVersion_frozen" BEFORE UPDATE OR DELETE ON "StudyVersion"
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing_version();

CREATE TRIGGER "FrozenPart_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "FrozenPart"
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing_part();

CREATE TRIGGER "FrozenChunk_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "FrozenChunk"
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing_part();

CREATE TRIGGER "FrozenContent_immutable" BEFORE UPDATE ON "FrozenContent"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER "StudyVersion_no_truncate" BEFORE TRUNCATE ON "StudyVersion"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER "FrozenPart_no_truncate" BEFORE TRUNCATE ON "FrozenPart"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER "FrozenChunk_no_truncate" BEFORE TRUNCATE ON "FrozenChunk"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER "FrozenContent_no_truncate" BEFORE TRUNCATE ON "FrozenContent"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

ALTER TABLE "FrozenPart" ADD CONSTRAINT "FrozenPart_rater_check"
  CHECK ("raterId" IS NULL OR "kind"::text IN ('labels', 'answers', 'public_labels'));

-- A study goes with its project alone as soon as a version of it is frozen, and is never another project's.
CREATE FUNCTION refuse_thawing_study() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "StudyVersion" v WHERE v."studyId" = OLD."id" AND is_frozen(v."id")) THEN
    RAISE EXCEPTION '% on % is refused: it is frozen', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER "Study_frozen" BEFORE UPDATE OR DELETE ON "Study"
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing_study();

-- A webhook is told of something.
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_events_check" CHECK (coalesce(cardinality("events"), 0) > 0);

-- There is a next attempt exactly while a delivery waits.
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_nextAt_check"
  CHECK (("nextAt" IS NOT NULL) = ("state" = 'waiting'));

-- What is due, whatever was delivered.
CREATE INDEX "WebhookDelivery_waiting_idx" ON "WebhookDelivery" ("nextAt") WHERE "state" = 'waiting';

CREATE INDEX "Assignment_leased" ON "Assignment" ("batchId") WHERE "state" IN ('open', 'reserved');
ALTER TABLE "Assignment" SET (fillfactor = 90);

ALTER TABLE "PlantedError" ADD CONSTRAINT "PlantedError_kind_check" CHECK (
  CASE "kind"::text
    WHEN 'verdict' THEN "draftId" IS NOT NULL AND "value" IS NOT NULL
      AND "rubricId" IS NULL AND "key" IS NULL AND "itemVersionId" IS NULL AND "place" IS NULL
    WHEN 'item' THEN "rubricId" IS NOT NULL AND "key" IS NOT NULL AND "itemVersionId" IS NOT NULL
      AND "place" IS NOT NULL AND "draftId" IS NULL AND "value" IS NULL
    ELSE "draftUnitId" IS NOT NULL AND "itemId" IS NOT NULL AND "question" IS NOT NULL AND "label" IS NOT NULL
      AND jsonb_typeof("value") = 'array' AND "draftId" IS NULL AND "rubricId" IS NULL AND "key" IS NULL
      AND "itemVersionId" IS NULL AND "place" IS NULL END
  AND ("kind"::text = 'labels' OR num_nonnulls("draftUnitId", "itemId", "question", "label") = 0));

ALTER TABLE "GoldAnswer" ADD CONSTRAINT "GoldAnswer_about" CHECK (
  CASE "about"::text WHEN 'value' THEN "question" IS NULL
    WHEN 'preference' THEN "question" IS NULL AND "itemVersionId" IS NULL
    ELSE "question" IS NOT NULL END);

-- What is marked in the product is marked once; what was imported may come from several.
CREATE UNIQUE INDEX "GoldLabels_unit_key" ON "GoldLabels" ("raterId", "taskId", "itemId", "question") NULLS NOT DISTINCT;

ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_sources_check"
  CHECK (cardinality("batchIds") + cardinality("datasetIds") > 0);

-- Whether a study has preferences is asked whenever its page is shown. Among a million judgements there may be none.
CREATE INDEX "Judgement_preferences" ON "Judgement" ("datasetId", "batchId", "taskId") WHERE "target" = 'preference';

-- A rubric for one response is of that response's task, and one for a pair of two different ones.
ALTER TABLE "Rubric" ADD CONSTRAINT "Rubric_response_of_task" CHECK (
  ("responseId" IS NULL OR "taskId" IS NOT NULL)
  AND ("responseBId" IS NULL OR "responseId" IS NOT NULL AND "responseId" <> "responseBId"));

CREATE TRIGGER "AuditSeal_append_only" BEFORE UPDATE OR DELETE ON "AuditSeal"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER "AuditSeal_no_truncate" BEFORE TRUNCATE ON "AuditSeal"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- A second lock on what annotators said. A connection that works for an annotator says so (lib/connections), and then sees and
-- writes what that annotator said, and gold, whatever the statement asks for; one that works for nobody in particular sees
-- everything. The owner of the tables, who migrates and backs up, is bound by none of it.
CREATE FUNCTION acting_annotator() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('countersign.annotator', true), '')::uuid
$$;

CREATE FUNCTION is_open_to_annotator(rater uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM "Membership" m WHERE m."raterId" = rater AND m."userId" = acting_annotator())
    OR EXISTS (SELECT FROM "Rater" r WHERE r."id" = rater AND r."kind" <> 'human' AND r."kind" <> 'adjudicator')
$$;

ALTER TABLE "Operation" ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_work ON "Operation" USING ((SELECT acting_annotator()) IS NULL OR EXISTS (
  SELECT FROM "Assignment" a WHERE a."id" = "assignmentId" AND is_open_to_annotator(a."raterId")));

ALTER TABLE "Judgement" ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_work ON "Judgement" USING (
  (SELECT acting_annotator()) IS NULL OR is_open_to_annotator("raterId"));

ALTER TABLE "Decision" ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_work ON "Decision" USING (
  (SELECT acting_annotator()) IS NULL OR is_open_to_annotator("raterId"));

ALTER TABLE "Labelling" ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_work ON "Labelling" USING (
  (SELECT acting_annotator()) IS NULL OR is_open_to_annotator("raterId"));

ALTER TABLE "AskAnswer" ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_work ON "AskAnswer" USING (
  (SELECT acting_annotator()) IS NULL OR is_open_to_annotator("raterId"));

ALTER TABLE "PlantedAnswer" ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_work ON "PlantedAnswer" USING ((SELECT acting_annotator()) IS NULL OR EXISTS (
  SELECT FROM "Assignment" a WHERE a."id" = "assignmentId" AND is_open_to_annotator(a."raterId")));

ALTER TABLE "Draft" ADD CONSTRAINT "Draft_sample_confidence" CHECK (
  "sample" >= 0 AND "confidence" BETWEEN 0 AND 1);

-- Only a pair has an order.
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_order_of_pair" CHECK ("order" IS NULL OR "target" = 'preference');
