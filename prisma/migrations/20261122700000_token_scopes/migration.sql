-- CreateEnum
CREATE TYPE "TokenScope" AS ENUM ('read', 'write', 'export');

-- AlterTable
ALTER TABLE "ApiToken" ADD COLUMN     "scopes" "TokenScope"[] DEFAULT ARRAY['read', 'write', 'export']::"TokenScope"[];

-- A token is good for something.
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_scopes_check" CHECK (coalesce(cardinality("scopes"), 0) > 0);
