-- CreateEnum
CREATE TYPE "JudgeProposalState" AS ENUM ('waiting', 'done', 'failed');

-- CreateTable
CREATE TABLE "JudgeProposal" (
    "id" UUID NOT NULL,
    "judgeVersionId" UUID NOT NULL,
    "splitId" UUID NOT NULL,
    "endpointId" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "taskIds" UUID[],
    "messages" JSONB NOT NULL,
    "state" "JudgeProposalState" NOT NULL DEFAULT 'waiting',
    "error" TEXT,
    "answer" TEXT,
    "usage" JSONB,
    "costMicros" BIGINT,
    "requestedBy" UUID,
    "requestedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" TIMESTAMPTZ,

    CONSTRAINT "JudgeProposal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JudgeInstruction" (
    "id" UUID NOT NULL,
    "proposalId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "JudgeInstruction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JudgeInstructionDecision" (
    "id" UUID NOT NULL,
    "instructionId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "action" "Action" NOT NULL,
    "text" TEXT,
    "decidedBy" UUID,
    "decidedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "JudgeInstructionDecision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JudgeInstructionUse" (
    "judgeVersionId" UUID NOT NULL,
    "instructionId" UUID NOT NULL,

    CONSTRAINT "JudgeInstructionUse_pkey" PRIMARY KEY ("judgeVersionId","instructionId")
);

-- CreateIndex
CREATE INDEX "JudgeProposal_judgeVersionId_idx" ON "JudgeProposal"("judgeVersionId");

-- CreateIndex
CREATE INDEX "JudgeProposal_splitId_idx" ON "JudgeProposal"("splitId");

-- CreateIndex
CREATE INDEX "JudgeProposal_endpointId_idx" ON "JudgeProposal"("endpointId");

-- CreateIndex
CREATE UNIQUE INDEX "JudgeInstruction_proposalId_position_key" ON "JudgeInstruction"("proposalId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "JudgeInstructionDecision_instructionId_n_key" ON "JudgeInstructionDecision"("instructionId", "n");

-- CreateIndex
CREATE INDEX "JudgeInstructionUse_instructionId_idx" ON "JudgeInstructionUse"("instructionId");

-- AddForeignKey
ALTER TABLE "JudgeProposal" ADD CONSTRAINT "JudgeProposal_judgeVersionId_fkey" FOREIGN KEY ("judgeVersionId") REFERENCES "JudgeVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JudgeProposal" ADD CONSTRAINT "JudgeProposal_splitId_fkey" FOREIGN KEY ("splitId") REFERENCES "LabelSplit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JudgeProposal" ADD CONSTRAINT "JudgeProposal_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "LlmEndpoint"("id") ON DELETE NO ACTION ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JudgeInstruction" ADD CONSTRAINT "JudgeInstruction_proposalId_fkey" FOREIGN KEY ("proposalId") REFERENCES "JudgeProposal"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JudgeInstructionDecision" ADD CONSTRAINT "JudgeInstructionDecision_instructionId_fkey" FOREIGN KEY ("instructionId") REFERENCES "JudgeInstruction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JudgeInstructionUse" ADD CONSTRAINT "JudgeInstructionUse_judgeVersionId_fkey" FOREIGN KEY ("judgeVersionId") REFERENCES "JudgeVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JudgeInstructionUse" ADD CONSTRAINT "JudgeInstructionUse_instructionId_fkey" FOREIGN KEY ("instructionId") REFERENCES "JudgeInstruction"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules that the schema cannot express.
ALTER TABLE "JudgeProposal" ADD CONSTRAINT "JudgeProposal_content" CHECK (
  cardinality("taskIds") > 0 AND jsonb_typeof("messages") = 'array' AND ("state" = 'waiting') = ("endedAt" IS NULL)
  AND ("state" = 'failed') = ("error" IS NOT NULL));
ALTER TABLE "JudgeInstruction" ADD CONSTRAINT "JudgeInstruction_content" CHECK ("position" >= 0 AND btrim("text") <> '');
ALTER TABLE "JudgeInstructionDecision" ADD CONSTRAINT "JudgeInstructionDecision_content" CHECK (
  "n" >= 1 AND "action" <> 'add' AND ("action" = 'revise') = ("text" IS NOT NULL));

-- No label outside the development part reaches the model that proposes instructions.
CREATE FUNCTION refuse_other_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(NEW."taskIds") AS shown("id") WHERE NOT EXISTS (
      SELECT FROM "LabelSplitTask" st
      WHERE st."taskId" = shown."id" AND st."splitId" = NEW."splitId" AND st."part" = 'development')) THEN
    RAISE EXCEPTION 'a proposal is made from development tasks alone' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "JudgeProposal_development" BEFORE INSERT ON "JudgeProposal"
  FOR EACH ROW EXECUTE FUNCTION refuse_other_parts();
CREATE TRIGGER "JudgeProposal_immutable" BEFORE UPDATE ON "JudgeProposal" FOR EACH ROW
  WHEN (OLD."state" <> 'waiting' OR OLD."messages" IS DISTINCT FROM NEW."messages"
    OR OLD."taskIds" IS DISTINCT FROM NEW."taskIds" OR OLD."judgeVersionId" IS DISTINCT FROM NEW."judgeVersionId"
    OR OLD."splitId" IS DISTINCT FROM NEW."splitId")
  EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "JudgeInstruction_immutable" BEFORE UPDATE ON "JudgeInstruction"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "JudgeInstructionDecision_immutable" BEFORE UPDATE ON "JudgeInstructionDecision"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "JudgeInstructionUse_immutable" BEFORE UPDATE ON "JudgeInstructionUse"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
