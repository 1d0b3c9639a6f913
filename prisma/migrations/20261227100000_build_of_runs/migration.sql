-- The build of the program that a run was begun with, which tells apart builds of one version; null where it is not known,
-- for runs from before, and for those of servers of the version before.
ALTER TABLE "DraftRun" ADD COLUMN "programBuild" TEXT;
