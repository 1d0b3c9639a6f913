-- CreateEnum
CREATE TYPE "OnErasure" AS ENUM ('keep', 'remove');

-- AlterTable
ALTER TABLE "User" ALTER COLUMN "email" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "onErasure" "OnErasure" NOT NULL DEFAULT 'keep';

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

    CONSTRAINT "Participation_pkey" PRIMARY KEY ("id")
);

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
