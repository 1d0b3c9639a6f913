import { randomUUID } from "node:crypto";
import type { Pool } from "pg";

export interface JudgedStudy {
  projectId: string;
  /** Number of responses, each to a task of its own; every rater judges each on every criterion. */
  responses: number;
  criteria: number;
  raters: number;
}

/**
 * Generates a study of judgements on a five-point scale inside the database: a million take some twenty
 * seconds. Each response has a quality that raters observe with noise, so that agreement is realistic.
 */
export async function makeJudgedStudy(
  pool: Pool,
  { projectId, responses, criteria, raters }: JudgedStudy,
): Promise<{ datasetId: string }> {
  const datasetId = randomUUID();
  const ids = [datasetId];
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT setseed(0.42)");
    await client.query(
      `INSERT INTO "Dataset" ("id", "projectId", "name", "state", "readyAt", "counts")
       VALUES ($1, $2, 'Generated', 'ready', now(), jsonb_build_object('judgements', $3::int))`,
      [datasetId, projectId, responses * criteria * raters],
    );
    await client.query(
      `INSERT INTO "Task" ("id", "datasetId", "key", "position", "instruction", "tags")
       SELECT gen_random_uuid(), $1, 't' || n, n, 'Write a short text about number ' || n || '.', ARRAY['f' || n % 7]
       FROM generate_series(1, $2::int) AS n`,
      [datasetId, responses],
    );
    await client.query(
      `INSERT INTO "Response" ("id", "datasetId", "taskId", "key", "position", "model", "text")
       SELECT gen_random_uuid(), $1, t."id", 'r' || t."position", t."position", 'model-' || t."position" % 3, 'Some text.'
       FROM "Task" AS t WHERE t."datasetId" = $1`,
      ids,
    );
    const rubric = randomUUID();
    await client.query(
      `INSERT INTO "Rubric" ("id", "datasetId", "key", "position", "kind") VALUES ($2, $1, 'c', 1, 'criteria')`,
      [datasetId, rubric],
    );
    const version = randomUUID();
    await client.query(`INSERT INTO "RubricVersion" ("id", "rubricId", "version") VALUES ($1, $2, 1)`, [
      version,
      rubric,
    ]);
    await client.query(
      `INSERT INTO "Item" ("id", "rubricId", "key")
       SELECT gen_random_uuid(), $1, 'C' || n FROM generate_series(1, $2::int) AS n`,
      [rubric, criteria],
    );
    await client.query(
      `INSERT INTO "ItemVersion" ("id", "itemId", "rubricId", "rubricVersionId", "position", "name", "text", "scale")
       SELECT gen_random_uuid(), i."id", i."rubricId", $2, substr(i."key", 2)::int, 'Criterion ' || i."key", 'How good is it?',
         '{"type": "points", "min": 1, "max": 5}'
       FROM "Item" AS i WHERE i."rubricId" = $1`,
      [rubric, version],
    );
    await client.query(
      `INSERT INTO "Rater" ("id", "projectId", "datasetId", "kind", "code")
       SELECT gen_random_uuid(), $2, $1, 'human', 'A' || n FROM generate_series(1, $3::int) AS n`,
      [datasetId, projectId, raters],
    );
    await client.query(
      `INSERT INTO "Judgement" ("id", "datasetId", "key", "position", "taskId", "target", "responseId", "itemId",
         "itemVersionId", "raterId", "exposure", "value", "activeMs", "startedAt", "submittedAt")
       SELECT gen_random_uuid(), $1, 'j' || row_number() OVER (), row_number() OVER (), r."taskId", 'item', r."id", i."id",
         v."id", p."id", 'none', to_jsonb(greatest(1, least(5, r."quality" + CASE WHEN random() < 0.6 THEN 0
           WHEN random() < 0.5 THEN -1 ELSE 1 END))), 8000 + (random() * 20000)::int,
         '2026-01-01'::timestamptz + r."position" * interval '2 minutes',
         '2026-01-01'::timestamptz + r."position" * interval '2 minutes' + interval '90 seconds'
       FROM (SELECT *, 1 + floor(random() * 5)::int AS "quality" FROM "Response" WHERE "datasetId" = $1) AS r
       CROSS JOIN (SELECT * FROM "Item" WHERE "rubricId" = $2) AS i
       JOIN "ItemVersion" AS v ON v."itemId" = i."id"
       CROSS JOIN (SELECT * FROM "Rater" WHERE "datasetId" = $1) AS p`,
      [datasetId, rubric],
    );
    await client.query("COMMIT");
    await client.query(`VACUUM ANALYZE "Judgement", "Task", "Response", "Item", "Rater"`);
  } finally {
    client.release();
  }
  return { datasetId };
}
