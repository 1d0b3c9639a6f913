import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort, startThrowawayCluster } from "../../scripts/postgres/cluster.mjs";

/**
 * An installation of its own in this clone, beside the one that the other tests share: a PostgreSQL, a data folder and a port.
 * Its commands are run by a shell, as they stand in a document.
 */
export async function ownInstallation() {
  const cluster = await startThrowawayCluster({ durable: true });
  const data = await mkdtemp(path.join(tmpdir(), "countersign-newcomer-"));
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const env = { NODE_ENV: "production", PATH, HOME, PORT: String(port), COUNTERSIGN_DATA: data } as const;
  let started: ChildProcess | undefined;
  return {
    address: `http://localhost:${port}`,
    database: cluster.url("postgres"),

    /** Runs commands that start it, with settings of the machine in place of the examples; the link for the first admin. */
    start: async (commands: string, settings: Record<string, string>) => {
      const child = spawn("sh", ["-c", withSettings(commands, settings)], {
        env,
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      });
      started = child;
      let output = "";
      return new Promise<string>((resolve, reject) => {
        child.stdout.on("data", (chunk) => {
          output += chunk;
          const [link] = /https?:\/\/\S+\/first-admin\/\S+/.exec(output) ?? [];
          if (link) resolve(link);
        });
        child.once("close", () => reject(new Error(`It has not started:\n${output}`)));
      });
    },

    /** Runs a command and returns all that it prints, whatever its exit code. */
    run: (command: string, settings: Record<string, string> = {}) =>
      promisify(execFile)("sh", ["-c", command], { env: { ...env, ...settings } }).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      ),

    /** Ends it as Ctrl-C does. */
    stop: async () => {
      if (started?.pid && started.exitCode === null) {
        const ended = once(started, "close");
        process.kill(-started.pid, "SIGINT");
        await ended;
      }
      await cluster.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Commands with other values for the variables that they export. */
function withSettings(commands: string, settings: Record<string, string>) {
  return Object.entries(settings).reduce((text, [name, value]) => {
    const example = new RegExp(`(?<=\\b${name}=)\\S+`);
    if (!example.test(text)) throw new Error(`The commands do not set ${name}.`);
    return text.replace(example, () => `'${value}'`);
  }, commands);
}
