-- In which language somebody read what is told beforehand beside the guidelines. Null: it was not said, or read before this.
ALTER TABLE "GuidelinesRead" ADD COLUMN "language" TEXT;

ALTER TABLE "GuidelinesRead"
  ADD CONSTRAINT "GuidelinesRead_language" CHECK ("language" IN ('en', 'de', 'es', 'zh', 'ar'));
