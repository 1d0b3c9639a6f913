import { randomBytes } from "node:crypto";
import { startThrowawayCluster } from "../postgres/cluster.mjs";
import { cloneTemplate, prepareTemplate } from "./template.mjs";

/**
 * Runs a callback on an empty, migrated database of its own. None of our modules that connect may be loaded
 * before.
 */
export async function onThrowawayDatabase<T>(work: () => Promise<T>): Promise<T> {
  const cluster = await startThrowawayCluster();
  try {
    await prepareTemplate(cluster.url("postgres"));
    process.env.DATABASE_URL = await cloneTemplate(cluster.url("postgres"));
    process.env.NEXTAUTH_SECRET = randomBytes(48).toString("base64url");
    process.env.APP_URL = "http://localhost:3000";
    try {
      return await work();
    } finally {
      const { disconnect } = await import("@/lib/database/db");
      await disconnect();
    }
  } finally {
    await cluster.stop();
  }
}
