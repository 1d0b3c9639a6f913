import type { Client } from "pg";
import { openWith, sealWith, secretId } from "@/lib/llm/sealing";

/** Keys that none of the secrets opens: nothing was changed. */
export class CannotReseal extends Error {
  override name = "CannotReseal";
}

interface Row {
  id: string;
  projectId: string;
  project: string;
  name: string;
  baseUrl: string;
  keySealed: Uint8Array<ArrayBuffer>;
  keyId: string;
}

/**
 * Seals every key of a language model with the first of these secrets: all of them, or none. Those that are already
 * are left alone, so a second time changes nothing. Throws `CannotReseal` with their names when some do not open.
 */
export async function resealKeys(
  client: Client,
  secrets: readonly [string, ...string[]],
): Promise<{ resealed: number; already: number }> {
  const [secret] = secrets;
  await client.query("BEGIN");
  try {
    const { rows } = await client.query<Row>(
      `SELECT e."id", e."projectId", p."name" AS "project", e."name", e."baseUrl", e."keySealed", e."keyId"
       FROM "LlmEndpoint" e JOIN "Project" p ON p."id" = e."projectId"
       WHERE e."keySealed" IS NOT NULL ORDER BY e."id" FOR UPDATE OF e`,
    );
    const old = rows.filter(({ keyId }) => keyId !== secretId(secret));
    const shut: string[] = [];
    for (const { id, projectId, project, name, baseUrl, keySealed, keyId } of old) {
      const bound = { endpoint: id, origin: new URL(baseUrl).origin };
      const key = openWith(secrets, { keySealed, keyId }, bound);
      if (key === null) {
        shut.push(`“${name}” of “${project}”`);
        continue;
      }
      const sealed = sealWith(secret, key, bound);
      await client.query(`UPDATE "LlmEndpoint" SET "keySealed" = $2, "keyId" = $3 WHERE "id" = $1`, [
        id,
        sealed.keySealed,
        sealed.keyId,
      ]);
      await client.query(
        `INSERT INTO "AuditLog" ("projectId", "action", "subjectType", "subjectId")
         VALUES ($1, 'endpoint.key-resealed', 'LlmEndpoint', $2)`,
        [projectId, id],
      );
    }
    if (shut.length > 0) {
      throw new CannotReseal(
        `no secret that was given opens the key of ${shut.join(", ")}. Nothing was changed. Give the secret it was ` +
          "sealed with too, or remove or renew the key in the browser",
      );
    }
    await client.query("COMMIT");
    return { resealed: old.length, already: rows.length - old.length };
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
