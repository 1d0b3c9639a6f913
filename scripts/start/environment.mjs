import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./installation-folders.mjs";
import { OperatorError } from "./operator-error.mjs";

/**
 * The environment of the web server, the worker and the build, validated by the app's own rules before any of
 * them starts.
 * @param {object} own
 * @param {string} own.databaseUrl
 * @param {string} own.secret
 * @param {string} own.keySecret
 * @param {string} own.address
 * @param {boolean} [own.dev]
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function environment({ databaseUrl, secret, keySecret, address, dev = false }) {
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: secret,
    LLM_KEY_SECRET: keySecret,
    APP_URL: address,
    NEXTAUTH_URL: address,
    // In a terminal, request logs would push the sign-ins out of sight.
    LOG_LEVEL: process.env.LOG_LEVEL || (process.stdout.isTTY ? "warning" : "info"),
  };
  // The servers have no use for the owner's credentials.
  delete env.DATABASE_OWNER_URL;
  const { tsImport } = await import("tsx/esm/api");
  const { parseEnvironment } = await tsImport("./lib/env.ts", pathToFileURL(path.join(root, "/")).href);
  try {
    parseEnvironment(env);
  } catch (error) {
    if (error instanceof Error && error.name === "BadEnvironment") throw new OperatorError(error.message);
    throw error;
  }
  return env;
}
