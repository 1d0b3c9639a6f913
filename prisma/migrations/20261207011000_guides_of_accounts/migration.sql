-- AlterTable
ALTER TABLE "User" ADD COLUMN     "showsFirstSteps" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "showsTour" BOOLEAN NOT NULL DEFAULT true;

-- Who has been at work needs no tour, nor do participants who came through a link.
UPDATE "User" u SET "showsTour" = false WHERE u."email" IS NULL OR EXISTS (
  SELECT FROM "Membership" m JOIN "Assignment" a ON a."raterId" = m."raterId" WHERE m."userId" = u."id");
