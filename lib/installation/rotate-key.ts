import type { Client } from "pg";
import { openWith, SECOND_FACTOR, type SealBinding, sealWith, secretId } from "@/lib/secrets/sealing";

/** Keys that none of the secrets opens: nothing was changed. */
export class CannotReseal extends Error {
  override name = "CannotReseal";
}

interface Row {
  id: string;
  /** Null for what is an account's. */
  projectId: string | null;
  /** Its owner, for the person who has to renew it. */
  name: string;
  /** The address that it is bound to, or the account. */
  address: string;
  keySealed: Uint8Array<ArrayBuffer>;
  keyId: string;
}

/**
 * The columns with sealed keys: of language models, webhooks (which sign with them), Prolific and authenticator apps.
 */
const PLACES = [
  {
    table: "LlmEndpoint",
    action: "endpoint.key-resealed",
    sql: `SELECT s."id", s."projectId", '“' || s."name" || '” of “' || p."name" || '”' AS "name",
        s."baseUrl" AS "address", s."keySealed", s."keyId"
      FROM "LlmEndpoint" s JOIN "Project" p ON p."id" = s."projectId"
      WHERE s."keySealed" IS NOT NULL ORDER BY s."id"`,
  },
  {
    table: "Webhook",
    action: "webhook.secret-resealed",
    sql: `SELECT s."id", s."projectId", 'a webhook of “' || p."name" || '”' AS "name",
        s."url" AS "address", s."keySealed", s."keyId"
      FROM "Webhook" s JOIN "Project" p ON p."id" = s."projectId" ORDER BY s."id"`,
  },
  {
    table: "ProlificConnection",
    action: "prolific.token-resealed",
    sql: `SELECT s."projectId" AS "id", s."projectId", 'the Prolific token of “' || p."name" || '”' AS "name",
        s."origin" AS "address", s."keySealed", s."keyId"
      FROM "ProlificConnection" s JOIN "Project" p ON p."id" = s."projectId" ORDER BY s."projectId"`,
  },
  {
    table: "SecondFactor",
    action: "account.second-factor-resealed",
    sql: `SELECT s."id", NULL AS "projectId", 'the authenticator app of ' || u."email" AS "name",
        s."userId" AS "address", s."keySealed", s."keyId"
      FROM "SecondFactor" s JOIN "User" u ON u."id" = s."userId" ORDER BY s."id"`,
  },
] as const;

/** The secrets that open sealed keys, or only the ids of a running server's secrets. */
export type Openers = { secrets: readonly string[] } | { ids: readonly string[] };

/** Number of sealed keys and secrets, and the names of those that cannot be opened. */
export async function findUnopened(
  client: Client,
  openers: Openers,
): Promise<{ sealed: number; unopened: string[] }> {
  const unopened: string[] = [];
  let sealed = 0;
  for (const { table, sql } of PLACES) {
    const { rows } = await client.query<Row>(sql);
    sealed += rows.length;
    for (const { id, name, address, keySealed, keyId } of rows) {
      const opens =
        "ids" in openers
          ? openers.ids.includes(keyId)
          : openWith(openers.secrets, { keySealed, keyId }, boundTo(table, id, address)) !== null;
      if (!opens) unopened.push(name);
    }
  }
  return { sealed, unopened };
}

/** The binding of a key to its owner and address. */
function boundTo(table: (typeof PLACES)[number]["table"], id: string, address: string): SealBinding {
  if (table === "SecondFactor") return { endpoint: address, origin: SECOND_FACTOR };
  return { endpoint: id, origin: new URL(address).origin };
}

/**
 * Seals all keys of language models, secrets of webhooks and of authenticator apps with the first of these secrets,
 * all or none. Keys that are sealed with it already are unchanged, so repeating has no effect. Throws `CannotReseal`
 * with the names of those that cannot be opened.
 */
export async function resealKeys(
  client: Client,
  secrets: readonly [string, ...string[]],
): Promise<{ resealed: number; already: number }> {
  const [secret] = secrets;
  const done = { resealed: 0, already: 0 };
  const shut: string[] = [];
  await client.query("BEGIN");
  try {
    for (const { table, action, sql } of PLACES) {
      const { rows } = await client.query<Row>(`${sql} FOR UPDATE OF s`);
      const old = rows.filter(({ keyId }) => keyId !== secretId(secret));
      for (const { id, projectId, name, address, keySealed, keyId } of old) {
        const bound = boundTo(table, id, address);
        const key = openWith(secrets, { keySealed, keyId }, bound);
        if (key === null) {
          shut.push(name);
          continue;
        }
        const sealed = sealWith(secret, key, bound);
        const own = table === "ProlificConnection" ? "projectId" : "id";
        await client.query(`UPDATE "${table}" SET "keySealed" = $2, "keyId" = $3 WHERE "${own}" = $1`, [
          id,
          sealed.keySealed,
          sealed.keyId,
        ]);
        await client.query(
          `INSERT INTO "AuditLog" ("projectId", "action", "subjectType", "subjectId") VALUES ($1, $2, $3, $4)`,
          [projectId, action, table, id],
        );
      }
      done.resealed += old.length;
      done.already += rows.length - old.length;
    }
    if (shut.length > 0) {
      throw new CannotReseal(
        `no secret that was given opens the key of ${shut.join(", ")}. Nothing was changed. Give the secret it was ` +
          "sealed with too, or remove or renew the key in the browser",
      );
    }
    await client.query("COMMIT");
    return done;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
