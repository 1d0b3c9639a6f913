import "server-only";
import { COUNTS } from "@/lib/dataset/data/study-scope";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Condition that a judgement `x` is a vote: a value for an item or the whole response that counts. Judgements
 * on checks and of drafts with planted errors are excluded.
 */
export const IS_VOTE = Prisma.sql`(x."target" IN ('item', 'overall') AND x."value" IS NOT NULL
  AND EXISTS (SELECT FROM "Rater" h WHERE h."id" = x."raterId" AND h."kind" = 'human') AND ${Prisma.raw(COUNTS)})`;

/** The current votes on the unit of a case `c`: stored with a ruling, and compared later. */
export const VOTES_NOW = Prisma.sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('rater', vr."code", 'value', x."value")
    ORDER BY vr."code", x."step", x."value"::text), '[]')
  FROM "Judgement" x JOIN "Rater" vr ON vr."id" = x."raterId"
  WHERE x."responseId" = c."responseId" AND x."batchId" = c."batchId"
    AND x."itemId" IS NOT DISTINCT FROM c."itemId" AND ${IS_VOTE})`;
