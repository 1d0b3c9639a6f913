import "server-only";

/**
 * True for a draft by a judge's version on a task whose labels are held out, before an admin takes a final look at the version: it
 * is compared with no label until then.
 */
export const isHeldOutDraft = (draft: string) => `EXISTS (
  SELECT FROM "DraftUnit" AS hu JOIN "DraftRun" AS hr ON hr."id" = hu."runId" AND hr."judgeVersionId" IS NOT NULL
  JOIN "LabelSplitTask" AS hs ON hs."taskId" = ${draft}."taskId" AND hs."part" = 'held-out'
  WHERE hu."id" = ${draft}."unitId" AND NOT EXISTS (
    SELECT FROM "HeldOutLook" AS hl WHERE hl."splitId" = hs."splitId" AND hl."judgeVersionId" = hr."judgeVersionId"))`;
