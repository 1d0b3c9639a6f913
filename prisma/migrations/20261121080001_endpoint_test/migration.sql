-- AlterTable
ALTER TABLE "LlmEndpoint" ADD COLUMN     "test" JSONB,
ADD COLUMN     "testRequestedAt" TIMESTAMPTZ;

-- What an endpoint says it has used is written down as it is, even where it is more than it was let.
ALTER TABLE "DraftRun" DROP CONSTRAINT "DraftRun_caps";
ALTER TABLE "DraftRun" ADD CONSTRAINT "DraftRun_caps" CHECK (
  "requests" >= 0 AND "requests" <= coalesce("maxCalls", "requests")
  AND "spentMicros" >= 0 AND "costMicros" BETWEEN 0 AND "spentMicros");
