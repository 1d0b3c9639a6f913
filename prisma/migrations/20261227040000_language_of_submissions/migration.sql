-- In which language the page was that somebody submitted: what is told beside the work was read in it. Null: it was not said,
-- or submitted before this.
ALTER TABLE "Assignment" ADD COLUMN "language" TEXT;

ALTER TABLE "Assignment"
  ADD CONSTRAINT "Assignment_language" CHECK ("language" IN ('en', 'de', 'es', 'zh', 'ar'));
