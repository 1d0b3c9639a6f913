-- AlterEnum
ALTER TYPE "FrozenKind" ADD VALUE 'answers';
ALTER TYPE "FrozenKind" ADD VALUE 'public_labels';

-- What Prisma cannot say. A value added above cannot be named before this migration is committed, but as text.
ALTER TABLE "FrozenPart" DROP CONSTRAINT "FrozenPart_rater_check";
ALTER TABLE "FrozenPart" ADD CONSTRAINT "FrozenPart_rater_check"
  CHECK ("raterId" IS NULL OR "kind"::text IN ('labels', 'answers', 'public_labels'));

-- A study goes with its project alone as soon as a version of it is frozen, and is never another project's.
CREATE FUNCTION refuse_thawing_study() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM "StudyVersion" v WHERE v."studyId" = OLD."id" AND is_frozen(v."id")) THEN
    RAISE EXCEPTION '% on % is refused: it is frozen', TG_OP, TG_TABLE_NAME USING ERRCODE = '42501';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE TRIGGER "Study_frozen" BEFORE UPDATE OR DELETE ON "Study"
  FOR EACH ROW EXECUTE FUNCTION refuse_thawing_study();
