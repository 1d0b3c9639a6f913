-- CreateEnum
CREATE TYPE "ProlificActionKind" AS ENUM ('create', 'publish', 'approve', 'request_return', 'reject', 'screen_out', 'bonus');

-- CreateEnum
CREATE TYPE "ProlificActionState" AS ENUM ('pending', 'sending', 'unclear', 'done', 'refused');

-- CreateTable
CREATE TABLE "ProlificConnection" (
    "projectId" UUID NOT NULL,
    "keySealed" BYTEA NOT NULL,
    "keyId" TEXT NOT NULL,
    "keyLastFour" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "currency" TEXT,
    "problem" TEXT,
    "checkedAt" TIMESTAMPTZ,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProlificConnection_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "ProlificStudy" (
    "id" UUID NOT NULL,
    "linkId" UUID NOT NULL,
    "externalId" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "reward" INTEGER NOT NULL,
    "places" INTEGER NOT NULL,
    "minutes" INTEGER NOT NULL,
    "autoApprove" BOOLEAN NOT NULL DEFAULT false,
    "screenOutReward" INTEGER,
    "screenOutPlaces" INTEGER,
    "screenOutCode" TEXT,
    "status" TEXT,
    "currency" TEXT,
    "placesTaken" INTEGER,
    "totalCost" INTEGER,
    "fetchRequestedAt" TIMESTAMPTZ,
    "fetchedAt" TIMESTAMPTZ,
    "fetchProblem" TEXT,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProlificStudy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProlificSubmission" (
    "id" UUID NOT NULL,
    "studyId" UUID NOT NULL,
    "externalId" TEXT NOT NULL,
    "participantId" UUID,
    "status" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ,
    "completedAt" TIMESTAMPTZ,
    "returnRequestedAt" TIMESTAMPTZ,
    "bonus" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ProlificSubmission_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProlificAction" (
    "id" UUID NOT NULL,
    "studyId" UUID NOT NULL,
    "key" UUID NOT NULL,
    "kind" "ProlificActionKind" NOT NULL,
    "state" "ProlificActionState" NOT NULL DEFAULT 'pending',
    "amount" INTEGER,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "externalId" TEXT,
    "total" INTEGER,
    "payingAt" TIMESTAMPTZ,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "takenAt" TIMESTAMPTZ,
    "nextAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "problem" TEXT,
    "requestedBy" UUID,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ,

    CONSTRAINT "ProlificAction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProlificActionTarget" (
    "actionId" UUID NOT NULL,
    "submissionId" UUID NOT NULL,
    "bonusBefore" INTEGER NOT NULL DEFAULT 0,
    "finished" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ProlificActionTarget_pkey" PRIMARY KEY ("actionId","submissionId")
);

-- CreateIndex
CREATE UNIQUE INDEX "ProlificStudy_linkId_key" ON "ProlificStudy"("linkId");

-- CreateIndex
CREATE UNIQUE INDEX "ProlificStudy_externalId_key" ON "ProlificStudy"("externalId");

-- CreateIndex
CREATE INDEX "ProlificSubmission_participantId_idx" ON "ProlificSubmission"("participantId");

-- CreateIndex
CREATE UNIQUE INDEX "ProlificSubmission_studyId_externalId_key" ON "ProlificSubmission"("studyId", "externalId");

-- CreateIndex
CREATE INDEX "ProlificAction_studyId_createdAt_idx" ON "ProlificAction"("studyId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "ProlificAction_studyId_key_key" ON "ProlificAction"("studyId", "key");

-- CreateIndex
CREATE INDEX "ProlificActionTarget_submissionId_idx" ON "ProlificActionTarget"("submissionId");

-- AddForeignKey
ALTER TABLE "ProlificConnection" ADD CONSTRAINT "ProlificConnection_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProlificStudy" ADD CONSTRAINT "ProlificStudy_linkId_fkey" FOREIGN KEY ("linkId") REFERENCES "ParticipationLink"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProlificSubmission" ADD CONSTRAINT "ProlificSubmission_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "ProlificStudy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProlificSubmission" ADD CONSTRAINT "ProlificSubmission_participantId_fkey" FOREIGN KEY ("participantId") REFERENCES "Participant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProlificAction" ADD CONSTRAINT "ProlificAction_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "ProlificStudy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProlificActionTarget" ADD CONSTRAINT "ProlificActionTarget_actionId_fkey" FOREIGN KEY ("actionId") REFERENCES "ProlificAction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProlificActionTarget" ADD CONSTRAINT "ProlificActionTarget_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "ProlificSubmission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "ProlificStudy" ADD CONSTRAINT "ProlificStudy_amounts"
  CHECK ("reward" > 0 AND "places" > 0 AND "minutes" > 0),
  ADD CONSTRAINT "ProlificStudy_screenOut"
  CHECK (("screenOutReward" IS NULL AND "screenOutPlaces" IS NULL)
    OR ("screenOutReward" > 0 AND "screenOutReward" < "reward" AND "screenOutPlaces" > 0));
ALTER TABLE "ProlificAction" ADD CONSTRAINT "ProlificAction_amount"
  CHECK (("kind" = 'bonus') = ("amount" IS NOT NULL) AND ("amount" IS NULL OR "amount" > 0)),
  ADD CONSTRAINT "ProlificAction_ended" CHECK (("endedAt" IS NOT NULL) = ("state" IN ('done', 'refused')));
-- One unfinished change of a study, and one unfinished action on a submission, at a time.
CREATE UNIQUE INDEX "ProlificAction_unfinished" ON "ProlificAction"("studyId")
  WHERE "kind" IN ('create', 'publish') AND "state" IN ('pending', 'sending', 'unclear');
CREATE UNIQUE INDEX "ProlificActionTarget_unfinished" ON "ProlificActionTarget"("submissionId") WHERE NOT "finished";
