import type { TestProject } from "vitest/node";
import { startThrowawayCluster } from "../postgres/cluster.mjs";
import { prepareTemplate } from "./template.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The administrator's connection string of the PostgreSQL with the template. */
    server: string;
  }
}

/**
 * Once per run: a PostgreSQL with a migrated template database. npm test starts one for all its stages and
 * passes it in TEST_SERVER; a manual run starts its own.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_SERVER;
  if (given) {
    project.provide("server", given);
    return;
  }
  const cluster = await startThrowawayCluster();
  await prepareTemplate(cluster.url("postgres"));
  project.provide("server", cluster.url("postgres"));
  return () => cluster.stop();
}
