import { randomBytes } from "node:crypto";
import path from "node:path";
import { freePort, startThrowawayCluster } from "../../postgres/cluster.mjs";
import { build } from "../../start/build.mjs";
import { environment } from "../../start/environment.mjs";
import { root } from "../../start/folders.mjs";
import { startWeb } from "../../start/processes.mjs";
import { runCommand } from "../../start/run-command.mjs";
import { cloneTemplate, prepareTemplate } from "../../testing/template.mjs";

/** The production build on a database of its own, which waits for the disk as a real one does; on loopback only. */
export async function startInstallation() {
  const cluster = await startThrowawayCluster({ durable: true });
  try {
    const administrator = cluster.url("postgres");
    await prepareTemplate(administrator);
    const port = await freePort();
    const secret = () => randomBytes(48).toString("base64url");
    const origin = `http://localhost:${port}`;
    const env = {
      ...(await environment({
        databaseUrl: await cloneTemplate(administrator),
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
    return { origin, local: `http://127.0.0.1:${port}`, env, pid: web.pid, stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

const bare = path.join(root, "scripts/bench/parts/bare");

/** A Next app with one route and nothing else, built and served the same way. */
export async function startBare(env: NodeJS.ProcessEnv) {
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
