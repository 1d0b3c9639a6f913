-- AlterTable
ALTER TABLE "Adjudication" ADD COLUMN     "discussed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "CaseComment" (
    "id" UUID NOT NULL,
    "caseId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CaseComment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "CaseComment_caseId_at_idx" ON "CaseComment"("caseId", "at");

-- CreateIndex
CREATE INDEX "CaseComment_raterId_idx" ON "CaseComment"("raterId");

-- AddForeignKey
ALTER TABLE "CaseComment" ADD CONSTRAINT "CaseComment_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "AdjudicationCase"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseComment" ADD CONSTRAINT "CaseComment_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "CaseComment" ADD CONSTRAINT "CaseComment_text" CHECK (char_length("text") BETWEEN 1 AND 5000);

CREATE TRIGGER "CaseComment_append_only" BEFORE UPDATE ON "CaseComment"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
