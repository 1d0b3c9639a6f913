-- AlterTable
ALTER TABLE "Batch" ADD COLUMN     "reviewsDiscussed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "ReviewComment" (
    "id" UUID NOT NULL,
    "batchId" UUID NOT NULL,
    "rubricId" UUID NOT NULL,
    "raterId" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReviewComment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ReviewComment_batchId_rubricId_at_idx" ON "ReviewComment"("batchId", "rubricId", "at");

-- CreateIndex
CREATE INDEX "ReviewComment_raterId_idx" ON "ReviewComment"("raterId");

-- AddForeignKey
ALTER TABLE "ReviewComment" ADD CONSTRAINT "ReviewComment_batchId_rubricId_fkey" FOREIGN KEY ("batchId", "rubricId") REFERENCES "BatchRubric"("batchId", "rubricId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReviewComment" ADD CONSTRAINT "ReviewComment_raterId_fkey" FOREIGN KEY ("raterId") REFERENCES "Rater"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "ReviewComment" ADD CONSTRAINT "ReviewComment_text" CHECK (char_length("text") BETWEEN 1 AND 5000);

CREATE TRIGGER "ReviewComment_append_only" BEFORE UPDATE ON "ReviewComment"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
