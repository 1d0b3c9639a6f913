import { randomBytes } from "node:crypto";
import { startThrowawayCluster } from "../postgres/cluster.mjs";
import { cloneTemplate, ownerUrl, prepareTemplate } from "./template.mjs";

/**
 * Starts an empty, migrated database and sets the environment for it. None of our modules that connect may be loaded
 * before. `owner` is the address for the role that may create and drop tables; the application's may not. `durable`
 * turns fsync on, as in production.
 */
export async function startThrowawayDatabase({ durable = false } = {}) {
  const cluster = await startThrowawayCluster({ durable });
  try {
    const administrator = cluster.url("postgres");
    await prepareTemplate(administrator);
    const address = await cloneTemplate(administrator);
    process.env.DATABASE_URL = address;
    process.env.NEXTAUTH_SECRET = randomBytes(48).toString("base64url");
    process.env.APP_URL = "http://localhost:3000";
    const stop = async () => {
      const { disconnect } = await import("@/lib/database/db");
      await disconnect().finally(cluster.stop);
    };
    return { owner: ownerUrl(administrator, address), stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Runs a callback on a database of its own, as `startThrowawayDatabase` starts it. */
export async function onThrowawayDatabase<T>(work: () => Promise<T>): Promise<T> {
  const database = await startThrowawayDatabase();
  try {
    return await work();
  } finally {
    await database.stop();
  }
}
