-- AlterTable
ALTER TABLE "User" ADD COLUMN     "createdInId" UUID;

-- AlterTable
ALTER TABLE "OneTimeLink" ADD COLUMN     "createdById" UUID,
ADD COLUMN     "projectId" UUID;

-- CreateTable
CREATE TABLE "KnownBrowser" (
    "userId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "lastSeenAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "KnownBrowser_pkey" PRIMARY KEY ("userId","tokenHash")
);

-- CreateIndex
CREATE INDEX "User_createdInId_idx" ON "User"("createdInId");

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_createdInId_fkey" FOREIGN KEY ("createdInId") REFERENCES "Project"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "KnownBrowser" ADD CONSTRAINT "KnownBrowser_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Accounts that an invitation made: both are on record from one transaction.
UPDATE "User" AS u SET "createdInId" = accepted."projectId"
FROM "AuditLog" AS made
JOIN "AuditLog" AS accepted ON accepted."action" = 'invitation.accepted' AND accepted."actorId" = made."actorId"
  AND accepted."at" BETWEEN made."at" - interval '10 seconds' AND made."at" + interval '10 seconds'
WHERE made."action" = 'user.created' AND made."actorId" = u."id" AND made."subjectId" = u."id"::text
  AND EXISTS (SELECT FROM "Project" AS p WHERE p."id" = accepted."projectId");

-- Links that a project's admin made do not say so: such links are made anew.
DELETE FROM "OneTimeLink" AS link
USING "AuditLog" AS made, "Membership" AS m
WHERE link."purpose" = 'set_password' AND link."usedAt" IS NULL
  AND made."action" = 'member.link-created' AND made."subjectId" = m."id"::text AND m."userId" = link."userId"
  AND made."at" BETWEEN link."createdAt" - interval '1 minute' AND link."createdAt" + interval '1 minute';
