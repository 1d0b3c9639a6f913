-- CreateEnum
CREATE TYPE "SideOrder" AS ENUM ('AB', 'BA');

-- AlterTable
ALTER TABLE "Draft" ADD COLUMN     "condition" TEXT,
ADD COLUMN     "confidence" DOUBLE PRECISION,
ADD COLUMN     "order" "SideOrder",
ADD COLUMN     "sample" INTEGER;

ALTER TABLE "Draft" ADD CONSTRAINT "Draft_sample_confidence" CHECK (
  "sample" >= 0 AND "confidence" BETWEEN 0 AND 1);
-- Only a pair has an order.
ALTER TABLE "Draft" ADD CONSTRAINT "Draft_order_of_pair" CHECK ("order" IS NULL OR "target" = 'preference');

-- Imports kept these fields among the metadata until now. What does not fit the columns stays there.
UPDATE "Draft" SET
  "condition" = CASE WHEN jsonb_typeof("provenance" -> 'condition') = 'string' THEN "provenance" ->> 'condition' END,
  "order" = CASE WHEN "target" = 'preference' AND "provenance" ->> 'order' IN ('AB', 'BA')
    THEN ("provenance" ->> 'order')::"SideOrder" END,
  "sample" = CASE WHEN jsonb_typeof("provenance" -> 'sample') = 'number' AND "provenance" ->> 'sample' ~ '^[0-9]{1,9}$'
    THEN ("provenance" ->> 'sample')::int END,
  "confidence" = CASE WHEN jsonb_typeof("provenance" -> 'confidence') = 'number'
    THEN CASE WHEN ("provenance" ->> 'confidence')::numeric BETWEEN 0 AND 1
      THEN ("provenance" ->> 'confidence')::float8 END END
WHERE "unitId" IS NULL AND "provenance" ?| ARRAY['condition', 'order', 'sample', 'confidence'];
UPDATE "Draft" SET "provenance" = "provenance"
  - CASE WHEN "condition" IS NULL THEN '' ELSE 'condition' END
  - CASE WHEN "order" IS NULL THEN '' ELSE 'order' END
  - CASE WHEN "sample" IS NULL THEN '' ELSE 'sample' END
  - CASE WHEN "confidence" IS NULL THEN '' ELSE 'confidence' END
WHERE "unitId" IS NULL AND "provenance" ?| ARRAY['condition', 'order', 'sample', 'confidence'];

-- Drafts of runs say version, parameters and origin of the rubric, as those of later runs do.
UPDATE "Draft" AS d SET "condition" = concat_ws(', ', 'v' || run."methodVersion",
  (SELECT string_agg(p.key || '=' || p.value, ', ' ORDER BY p.key COLLATE "C") FROM jsonb_each_text(run."params") AS p
    WHERE p.value IS NOT NULL),
  'rubric=' || CASE WHEN v."batchId" IS NOT NULL THEN 'reviewed'
    ELSE coalesce(v."method", v."origin") || coalesce(' (' || v."model" || ')', '') END)
FROM "DraftUnit" AS u
JOIN "DraftRun" AS run ON run."id" = u."runId"
LEFT JOIN "RubricVersion" AS v ON v."id" = u."rubricVersionId"
WHERE u."id" = d."unitId" AND d."condition" IS NULL
  AND EXISTS (SELECT FROM "Rater" AS r WHERE r."id" = d."raterId" AND r."kind" = 'llm');
