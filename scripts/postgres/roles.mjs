import pg from "pg";

/* The two database roles: the owner, which creates and migrates tables and makes backups, and the
   application's role, with which web and worker connect. The latter owns nothing, so it can neither change
   the schema nor disable triggers or row-level security, and it can only read from and add to append-only
   tables. */

/** Name of the application's role in embedded databases. */
export const APP_ROLE = "countersign_app";

/**
 * Tables the application may add to, but not update or delete from. Erasing a person deletes through foreign
 * keys.
 */
const APPEND_ONLY = ["AuditLog", "AuditSeal", "Operation"];

/**
 * The address of the same database for another role.
 * @param {string} url
 * @param {{ user: string, password: string }} role
 */
export function urlAs(url, { user, password }) {
  const own = new URL(url);
  own.username = encodeURIComponent(user);
  own.password = encodeURIComponent(password);
  return own.href;
}

/**
 * Creates the application's role if needed, and grants what it needs in the owner's database and nothing
 * more. Runs after every migration, because new tables belong to the owner alone; repeating it changes
 * nothing.
 * @param {string} ownerUrl
 * @param {{ user: string, password: string }} role
 */
export async function grantApplication(ownerUrl, { user, password }) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const name = pg.escapeIdentifier(user);
    const { rows } = await client.query(
      `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls AS mighty, rolname = current_user AS own
       FROM pg_roles WHERE rolname = $1`,
      [user],
    );
    const [found] = rows;
    if (found?.own) throw new Error("the role of the application is the owner's own");
    if (found?.mighty) throw new Error(`the role ${user} may do more than an application should`);
    if (!found) {
      await client.query(
        `CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS PASSWORD ${pg.escapeLiteral(password)}`,
      );
    }
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock(hashtext('grants of the application'))");
    for (const statement of grantsTo(name)) await client.query(statement);
    await openQueue(client, name);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/** @param {string} name */
function grantsTo(name) {
  return [
    `GRANT USAGE ON SCHEMA public, graphile_worker TO ${name}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${name}`,
    `REVOKE INSERT, UPDATE, DELETE ON "_prisma_migrations" FROM ${name}`,
    ...APPEND_ONLY.map((table) => `REVOKE UPDATE, DELETE ON "${table}" FROM ${name}`),
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO ${name}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA graphile_worker TO ${name}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA graphile_worker TO ${name}`,
  ];
}

/**
 * pg-boss protects its tables by row-level security for all but their owner: this adds the application.
 * @param {pg.Client} client
 * @param {string} name
 */
async function openQueue(client, name) {
  const { rows } = await client.query(
    `SELECT c.oid::regclass::text AS "table" FROM pg_class c
     WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relrowsecurity AND NOT EXISTS (
       SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'application'
         AND p.polroles = ARRAY[to_regrole($1)::oid])`,
    [name],
  );
  for (const { table } of rows) {
    await client.query(`DROP POLICY IF EXISTS application ON ${table}`);
    await client.query(`CREATE POLICY application ON ${table} TO ${name} USING (true) WITH CHECK (true)`);
  }
}
