-- The version of the program that a run was begun with; runs from before, and those of servers of the version before, do
-- not say it.
ALTER TABLE "DraftRun" ADD COLUMN "program" TEXT;
