-- AlterTable
ALTER TABLE "User" ADD COLUMN     "noticeMail" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "noticedAt" TIMESTAMPTZ;

-- CreateTable
CREATE TABLE "Notice" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Notice_projectId_idx" ON "Notice"("projectId");

-- CreateIndex
CREATE UNIQUE INDEX "Notice_userId_kind_subjectId_key" ON "Notice"("userId", "kind", "subjectId");

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
