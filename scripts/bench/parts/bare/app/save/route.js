import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

/** Inserts the operations and upserts the document in one transaction, without any checks. */
export async function POST(/** @type {Request} */ request) {
  const { document, base, ops } = await request.json();
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO "BareOperation" ("assignmentId", "id", "seq", "type", "payload", "clientAt", "recordedAt")
       SELECT $1, (op."body" ->> 'op')::uuid, $2::int + op."n", op."body" ->> 'type', op."body",
         (op."body" ->> 'at')::timestamptz, now()
       FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS op("body", "n")`,
      [document, base, JSON.stringify(ops)],
    );
    const { rows } = await client.query(
      `INSERT INTO "BareDocument" ("id", "version", "savedAt") VALUES ($1, $2, now())
       ON CONFLICT ("id") DO UPDATE SET "version" = excluded."version", "savedAt" = excluded."savedAt"
       RETURNING "version", "savedAt"`,
      [document, base + ops.length],
    );
    await client.query("COMMIT");
    return Response.json(rows[0]);
  } finally {
    client.release();
  }
}
