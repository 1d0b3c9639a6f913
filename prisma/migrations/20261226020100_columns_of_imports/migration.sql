-- The columns of an imported table: a later file with the same ones is proposed the same meaning of each. Empty for other files, and for those
-- imported before this.
ALTER TABLE "Import" ADD COLUMN "columns" TEXT[] DEFAULT ARRAY[]::TEXT[];
