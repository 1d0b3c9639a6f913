-- CreateEnum
CREATE TYPE "FrozenKind" AS ENUM ('design', 'material', 'labels', 'tables', 'card');

-- CreateTable
CREATE TABLE "Study" (
    "id" UUID NOT NULL,
    "projectId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdBy" UUID,

    CONSTRAINT "Study_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StudyVersion" (
    "id" UUID NOT NULL,
    "studyId" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "authors" TEXT NOT NULL DEFAULT '',
    "notes" TEXT NOT NULL DEFAULT '',
    "batchIds" UUID[],
    "requestedBy" UUID,
    "requestedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done" INTEGER NOT NULL DEFAULT 0,
    "records" INTEGER,
    "touchedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failure" TEXT,
    "frozenAt" TIMESTAMPTZ,
    "manifest" JSON,
    "sha256" TEXT,

    CONSTRAINT "StudyVersion_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FrozenPart" (
    "versionId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "batchId" UUID NOT NULL,
    "kind" "FrozenKind" NOT NULL,
    "raterId" UUID,
    "records" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "erasedAt" TIMESTAMPTZ,

    CONSTRAINT "FrozenPart_pkey" PRIMARY KEY ("versionId","n")
);

-- CreateTable
CREATE TABLE "FrozenChunk" (
    "versionId" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "projectId" UUID NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "FrozenChunk_pkey" PRIMARY KEY ("versionId","n","place")
);

-- CreateTable
CREATE TABLE "FrozenContent" (
    "projectId" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "FrozenContent_pkey" PRIMARY KEY ("projectId","sha256")
);

-- CreateTable
CREATE TABLE "StudyCard" (
    "id" UUID NOT NULL,
    "versionId" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "texts" BOOLEAN NOT NULL DEFAULT false,
    "listed" BOOLEAN NOT NULL DEFAULT false,
    "publishedAt" TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "publishedBy" UUID,
    "revokedAt" TIMESTAMPTZ,

    CONSTRAINT "StudyCard_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Study_projectId_createdAt_idx" ON "Study"("projectId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "StudyVersion_studyId_version_key" ON "StudyVersion"("studyId", "version");

-- CreateIndex
CREATE INDEX "FrozenPart_raterId_idx" ON "FrozenPart"("raterId");

-- CreateIndex
CREATE INDEX "FrozenChunk_projectId_sha256_idx" ON "FrozenChunk"("projectId", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "StudyCard_token_key" ON "StudyCard"("token");

-- CreateIndex
CREATE INDEX "StudyCard_versionId_idx" ON "StudyCard"("versionId");

-- AddForeignKey
ALTER TABLE "Study" ADD CONSTRAINT "Study_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_studyId_fkey" FOREIGN KEY ("studyId") REFERENCES "Study"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FrozenPart" ADD CONSTRAINT "FrozenPart_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "StudyVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FrozenChunk" ADD CONSTRAINT "FrozenChunk_versionId_n_fkey" FOREIGN KEY ("versionId", "n") REFERENCES "FrozenPart"("versionId", "n") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FrozenChunk" ADD CONSTRAINT "FrozenChunk_projectId_sha256_fkey" FOREIGN KEY ("projectId", "sha256") REFERENCES "FrozenContent"("projectId", "sha256") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FrozenContent" ADD CONSTRAINT "FrozenContent_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StudyCard" ADD CONSTRAINT "StudyCard_versionId_fkey" FOREIGN KEY ("versionId") REFERENCES "StudyVersion"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_version_check" CHECK ("version" > 0);
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_title_check" CHECK (btrim("title") <> '');
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_batches_check" CHECK (cardinality("batchIds") > 0);
ALTER TABLE "StudyVersion" ADD CONSTRAINT "StudyVersion_frozen_check" CHECK (
  ("frozenAt" IS NULL) = ("manifest" IS NULL) AND ("frozenAt" IS NULL) = ("sha256" IS NULL)
  AND ("frozenAt" IS NULL OR "failure" IS NULL));
CREATE UNIQUE INDEX "StudyVersion_in_the_making" ON "StudyVersion" ("studyId") WHERE "frozenAt" IS NULL;
CREATE UNIQUE INDEX "StudyCard_public" ON "StudyCard" ("versionId") WHERE "revokedAt" IS NULL;
ALTER TABLE "FrozenPart" ADD CONSTRAINT "FrozenPart_rater_check" CHECK ("raterId" IS NULL OR "kind" = 'labels');

-- A frozen version is what it was. It goes with its project, and with it alone. Erasing somebody may take from its
-- parts and put a part anew: set_config('countersign.erasing', 'on', true).
CREATE FUNCTION is_frozen(uuid) RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (SELECT 1 FROM "StudyVersion" v JOIN "Study" s ON s."id" = v."studyId"
    JOIN "Project" p ON p."id" = s."projectId" WHERE v."id" = $1 AND v."frozenAt" IS NOT NULL)
$$;

CREATE FUNCTION refuse_thawing_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_frozen(OLD."id") THEN
    RAISE EXCEPTION '% on % is refused: it is frozen', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE FUNCTION refuse_thawing_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP <> 'INSERT' AND is_frozen(OLD."versionId") OR TG_OP <> 'DELETE' AND is_frozen(NEW."versionId"))
    AND current_setting('countersign.erasing', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION '% on % is refused: it is frozen', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER "StudyVersion_frozen" BEFORE UPDATE OR DELETE ON "StudyVersion"
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing_version();
CREATE TRIGGER "FrozenPart_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "FrozenPart"
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing_part();
CREATE TRIGGER "FrozenChunk_frozen" BEFORE INSERT OR UPDATE OR DELETE ON "FrozenChunk"
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing_part();
CREATE TRIGGER "FrozenContent_immutable" BEFORE UPDATE ON "FrozenContent"
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "StudyVersion_no_truncate" BEFORE TRUNCATE ON "StudyVersion"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "FrozenPart_no_truncate" BEFORE TRUNCATE ON "FrozenPart"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "FrozenChunk_no_truncate" BEFORE TRUNCATE ON "FrozenChunk"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER "FrozenContent_no_truncate" BEFORE TRUNCATE ON "FrozenContent"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
