-- AlterTable
ALTER TABLE "Notice" ADD COLUMN     "delivery" TEXT NOT NULL DEFAULT 'mail';

-- CreateTable
CREATE TABLE "NoticeChoice" (
    "userId" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "choice" TEXT NOT NULL,

    CONSTRAINT "NoticeChoice_pkey" PRIMARY KEY ("userId","kind")
);

-- AddForeignKey
ALTER TABLE "NoticeChoice" ADD CONSTRAINT "NoticeChoice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot write: the words that are known, and what people had chosen before.
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_delivery_known" CHECK ("delivery" IN ('mail', 'daily'));
ALTER TABLE "NoticeChoice" ADD CONSTRAINT "NoticeChoice_choice_known" CHECK ("choice" IN ('mail', 'daily', 'off'));

INSERT INTO "NoticeChoice" ("userId", "kind", "choice")
SELECT u."id", k."kind", 'off' FROM "User" u
CROSS JOIN (VALUES ('sent-back'), ('new-work'), ('question-answered'), ('question-asked'), ('batch-finished'),
  ('run-finished'), ('run-stopped')) AS k("kind")
WHERE NOT u."noticeMail";
