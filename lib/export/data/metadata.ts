import "server-only";

/** Maximum number of metadata fields of a task or response in each of its ratings. */
const MAX_FIELDS = 40;

/** Maximum length of each, in characters. A study file has all of it. */
const MAX_CHARACTERS = 120;

const CUT = `CASE WHEN length(f."value"::text) <= ${MAX_CHARACTERS + 2} THEN f."value"
  ELSE to_jsonb(left(f."value" #>> '{}', ${MAX_CHARACTERS}) || '…') END`;

/**
 * A common table expression, "TaskMetadata" or "ResponseMetadata", with the metadata (`cell`, JSON as text)
 * of those in the dataset $1 that have any: computed once for each, however many judgements there are.
 * Contains the first fields by name, with long values cut, and the number of fields left out under "…".
 */
export function metadataOf(table: "Task" | "Response"): string {
  return `"${table}Metadata" AS MATERIALIZED (
    SELECT t."id", (
      SELECT (jsonb_object_agg(f."key", ${CUT}) FILTER (WHERE f."rank" <= ${MAX_FIELDS})
        || CASE WHEN count(*) > ${MAX_FIELDS} THEN jsonb_build_object('…', count(*) - ${MAX_FIELDS})
          ELSE '{}' END)::text
      FROM (SELECT *, row_number() OVER (ORDER BY "key") AS "rank" FROM jsonb_each(t."metadata")) AS f) AS "cell"
    FROM "${table}" AS t
    WHERE t."datasetId" = $1 AND t."metadata" <> '{}' AND jsonb_typeof(t."metadata") = 'object')`;
}
