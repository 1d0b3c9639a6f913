-- A run chooses by the same filter as datasets and batches: {"filter":{"tag":…,"model":…},"pair":…} in place of
-- {"tags":…,"models":…}. Two models of a run over pairs are its pair.
UPDATE "DraftRun" AS r SET "selection" = (r."selection" - 'tags' - 'models')
  || jsonb_build_object('filter', jsonb_strip_nulls(jsonb_build_object(
    'tag', r."selection" -> 'tags',
    'model', CASE WHEN NOT over."pairs" THEN r."selection" -> 'models' END)))
  || CASE WHEN over."pairs" AND jsonb_array_length(r."selection" -> 'models') = 2
    THEN jsonb_build_object('pair', r."selection" -> 'models') ELSE '{}'::jsonb END
FROM "DraftRun" AS same CROSS JOIN LATERAL (
  SELECT EXISTS (SELECT FROM "DraftUnit" u WHERE u."runId" = same."id" AND u."responseBId" IS NOT NULL) AS "pairs") AS over
WHERE same."id" = r."id" AND NOT r."selection" ? 'filter';
