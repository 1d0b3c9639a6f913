import { randomBytes } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { freePort, startThrowawayCluster } from "../../postgres/cluster.mjs";
import { build } from "../../start/build.mjs";
import { startWeb } from "../../start/child-processes.mjs";
import { environment } from "../../start/environment.mjs";
import { root } from "../../start/installation-folders.mjs";
import { runCommand } from "../../start/run-command.mjs";
import { cloneTemplate, ownerUrl, prepareTemplate } from "../../testing/template.mjs";

/** The production build on a database of its own with fsync on, as in production; loopback only. */
export async function startInstallation() {
  const cluster = await startThrowawayCluster({ durable: true });
  try {
    const administrator = cluster.url("postgres");
    await prepareTemplate(administrator);
    const port = await freePort();
    const secret = () => randomBytes(48).toString("base64url");
    const origin = `http://localhost:${port}`;
    const databaseUrl = await cloneTemplate(administrator);
    const env = {
      ...(await environment({
        databaseUrl,
        secret: secret(),
        keySecret: secret(),
        address: origin,
      })),
      LOG_LEVEL: "warning",
    };
    Object.assign(process.env, env);
    await build(env);
    const web = startWeb(
      { dev: false, port, host: "127.0.0.1", local: `http://127.0.0.1:${port}` },
      env,
      () => {},
    );
    await web.ready;
    const stop = async () => {
      await web.stop();
      await cluster.stop();
    };
    const owner = ownerUrl(administrator, databaseUrl);
    return { origin, local: `http://127.0.0.1:${port}`, env, owner, pid: web.pid, stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Runs SQL as the owner, for what the application's role may not do: creating and analysing tables. */
export async function asOwner({ owner }: { owner: string }, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  await client.query(sql);
  await client.end();
}

const bare = path.join(root, "scripts/bench/parts/bare");

/**
 * A Next app with a single route, built and served the same way, with tables of its own in the same database
 * (created by the owner).
 */
export async function startBare(installation: { env: NodeJS.ProcessEnv; owner: string }) {
  const env = { ...installation.env, DATABASE_URL: installation.owner };
  await asOwner(
    installation,
    `CREATE TABLE "BareOperation" (LIKE "Operation" INCLUDING DEFAULTS INCLUDING INDEXES);
     CREATE TABLE "BareDocument" ("id" uuid PRIMARY KEY, "version" int, "savedAt" timestamptz)`,
  );
  const next = path.join(root, "node_modules/next/dist/bin/next");
  await runCommand(process.execPath, [next, "build", bare], { env });
  const port = await freePort();
  const local = `http://127.0.0.1:${port}`;
  const end = new AbortController();
  const args = [next, "start", bare, "--port", String(port), "--hostname", "127.0.0.1"];
  let pid = 0;
  const onStart = (started: number) => {
    pid = started;
  };
  const running = runCommand(process.execPath, args, { env, signal: end.signal, onStart }).catch(() => {});
  while (!(await fetch(`${local}/save`).catch(() => null)))
    await new Promise((later) => setTimeout(later, 50));
  const stop = async () => {
    end.abort();
    await running;
  };
  return { local, pid, stop };
}
