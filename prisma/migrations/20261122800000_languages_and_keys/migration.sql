-- AlterTable
ALTER TABLE "User" ADD COLUMN     "keys" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "language" TEXT;

-- The languages there are; a new one is added here by another migration.
ALTER TABLE "User" ADD CONSTRAINT "User_language_check" CHECK ("language" IN ('en', 'de', 'es', 'zh', 'ar'));
ALTER TABLE "User" ADD CONSTRAINT "User_keys_check" CHECK (jsonb_typeof("keys") = 'object' AND octet_length("keys"::text) <= 2000);
