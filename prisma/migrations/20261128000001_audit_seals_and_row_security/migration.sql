-- CreateTable
CREATE TABLE "AuditSeal" (
    "n" INTEGER NOT NULL,
    "throughId" BIGINT NOT NULL,
    "rows" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "at" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("n")
);

-- CreateIndex
CREATE UNIQUE INDEX "AuditSeal_throughId_key" ON "AuditSeal"("throughId");

CREATE TRIGGER "AuditSeal_append_only" BEFORE UPDATE OR DELETE ON "AuditSeal"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "AuditSeal_no_truncate" BEFORE TRUNCATE ON "AuditSeal"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- A second lock on what annotators said. A connection that works for an annotator says so (lib/connections), and then sees and
-- writes what that annotator said, and gold, whatever the statement asks for; one that works for nobody in particular sees
-- everything. The owner of the tables, who migrates and backs up, is bound by none of it.
CREATE FUNCTION acting_annotator() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('countersign.annotator', true), '')::uuid
$$;

CREATE FUNCTION is_open_to_annotator(rater uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM "Membership" m WHERE m."raterId" = rater AND m."userId" = acting_annotator())
    OR EXISTS (SELECT FROM "Rater" r WHERE r."id" = rater AND r."kind" <> 'human' AND r."kind" <> 'adjudicator')
$$;

ALTER TABLE "Operation" ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_work ON "Operation" USING ((SELECT acting_annotator()) IS NULL OR EXISTS (
  SELECT FROM "Assignment" a WHERE a."id" = "assignmentId" AND is_open_to_annotator(a."raterId")));
ALTER TABLE "Judgement" ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_work ON "Judgement" USING (
  (SELECT acting_annotator()) IS NULL OR is_open_to_annotator("raterId"));
ALTER TABLE "Decision" ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_work ON "Decision" USING (
  (SELECT acting_annotator()) IS NULL OR is_open_to_annotator("raterId"));
ALTER TABLE "Labelling" ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_work ON "Labelling" USING (
  (SELECT acting_annotator()) IS NULL OR is_open_to_annotator("raterId"));
ALTER TABLE "AskAnswer" ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_work ON "AskAnswer" USING (
  (SELECT acting_annotator()) IS NULL OR is_open_to_annotator("raterId"));
ALTER TABLE "PlantedAnswer" ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_work ON "PlantedAnswer" USING ((SELECT acting_annotator()) IS NULL OR EXISTS (
  SELECT FROM "Assignment" a WHERE a."id" = "assignmentId" AND is_open_to_annotator(a."raterId")));
