// npm run container: where there is no container engine, builds the root file system of the Dockerfile and tries it,
// as root on Debian with debootstrap. Takes minutes.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { freePort, startThrowawayCluster } from "./postgres/cluster.mjs";
import { OperatorError } from "./start/operator-error.mjs";

const work = await mkdtemp(path.join(tmpdir(), "countersign-container-"));
/** @type {(() => unknown)[]} */
const cleanups = [() => rm(work, { recursive: true, force: true })];
let failed = 0;

/**
 * @param {string} what
 * @param {boolean} holds
 */
function check(what, holds) {
  console.log(`  ${holds ? "✓" : "✗"} ${what}`);
  if (!holds) failed++;
}

/**
 * The first line of a program's output that fits; undefined if it ends before. All of it is read.
 * @param {import("node:child_process").ChildProcess} child
 * @param {RegExp} pattern
 * @returns {Promise<string | undefined>}
 */
const lineOf = ({ stdout }, pattern) =>
  new Promise((resolve) => {
    const lines = createInterface({ input: stdout ?? Readable.from([]) });
    lines.on("line", (line) => pattern.test(line) && resolve(line));
    lines.on("close", () => resolve(undefined));
  });

try {
  const { buildRootfs } = await import("./container/rootfs.mjs");
  const image = await buildRootfs(work, (line) => console.log(`  ${line}`));
  const size = Number(`${execFileSync("du", ["-sm", path.join(image.folder, "app")])}`.split("\t")[0]);
  console.log(`  the app in it has ${size} MB`);

  const cluster = await startThrowawayCluster({ durable: true });
  cleanups.push(cluster.stop);
  const port = await freePort();
  const secret = () => randomBytes(48).toString("base64url");
  const owner = cluster.url("postgres");
  const app = new URL(owner);
  Object.assign(app, { username: "countersign_container", password: randomBytes(12).toString("hex") });
  const settings = {
    NEXTAUTH_SECRET: secret(),
    LLM_KEY_SECRET: secret(),
    APP_URL: `http://localhost:${port}`,
  };
  /** @type {NodeJS.ProcessEnv} */
  const env = { NODE_ENV: "production", ...image.env, ...settings, PORT: `${port}`, DATABASE_URL: app.href };

  // The same as compose.yaml: read-only, an unprivileged user, /tmp and /data of its own, without capabilities.
  /**
   * @param {string[]} command
   * @param {Record<string, string>} [extra]
   * @returns {import("node:child_process").ChildProcess}
   */
  const start = (command, extra = {}) =>
    spawn(
      "unshare",
      [
        "--mount",
        "/bin/sh",
        "-c",
        `set -e; mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; mount -t tmpfs tmpfs "$1/tmp"
         mount -t tmpfs -o mode=0777 tmpfs "$1/data"; mount --bind /proc "$1/proc"; mount --bind /dev "$1/dev"
         folder=$1; shift; exec /usr/sbin/chroot --userspec=${image.user} "$folder" "$@"`,
        "sh",
        image.folder,
        ...["/usr/bin/env", "--chdir", image.cwd, ...command],
      ],
      { env: { ...env, ...extra }, stdio: ["ignore", "pipe", "inherit"] },
    );
  const ended = (/** @type {import("node:child_process").ChildProcess} */ child) =>
    new Promise((resolve) => child.once("close", (code) => resolve(code)));
  const run = async (/** @type {string[]} */ command, /** @type {Record<string, string>} */ extra = {}) => {
    const child = start(command, extra);
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    return { code: await ended(child), output };
  };

  check("it runs as an unprivileged user", (await run(["id", "-u"])).output.trim() === "1000");
  check("its files cannot be written", (await run(["touch", "/app/x"])).code !== 0);
  check(
    "nothing of the build's way to the registry is in it",
    (await run(["cat", "/root/.npmrc"])).code !== 0,
  );

  const schema = await run([...image.command, "--only", "schema"], { DATABASE_OWNER_URL: owner });
  check(
    "the schema is made, and the first admin's link printed",
    schema.code === 0 && /first admin/.test(schema.output),
  );

  const backup = await run(["node", "lib/cli/bin.mjs", "backup", "--to", "/data/backups"], {
    DATABASE_OWNER_URL: owner,
  });
  check("a backup is made", backup.code === 0 && backup.output.includes("/data/backups/countersign-"));

  // Two minutes from now, so that the service is up when its time comes.
  const due = new Date(Date.now() + 2 * 60_000).toISOString().slice(11, 16);
  const schedule = { TZ: "UTC", BACKUP_TO: "/data/backups", BACKUP_AT: due, DATABASE_OWNER_URL: owner };
  // Containers have networks of their own, in which each is the only start; here the folder of its data tells them apart.
  const [worker, web, backups] = ["worker", "web", "backups"].map((part) =>
    start([...image.command, "--only", part], {
      COUNTERSIGN_DATA: `/data/${part}`,
      ...(part === "backups" && schedule),
    }),
  );
  if (!worker || !web || !backups) throw new Error("three parts were started");
  const parts = [worker, web, backups];
  for (const part of parts) cleanups.push(() => part.kill("SIGKILL"));
  for (const part of [worker, web]) part.stdout?.resume();
  const made = lineOf(backups, /"event":"backup-(made|failed)"/);
  /** @type {{ ok: boolean, missing: string[] } | undefined} */
  let health;
  for (const until = Date.now() + 180_000; Date.now() < until && health?.missing.length !== 0; ) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health`).catch(() => undefined);
    health = answer && /** @type {typeof health} */ (await answer.json().catch(() => undefined));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  check("web and worker are well", health?.ok === true && health.missing.length === 0);
  check("the health check of the image agrees", (await run(image.health)).code === 0);
  const page = await fetch(`http://127.0.0.1:${port}/sign-in`).then((answer) => answer.text());
  check("the sign-in page is there", page.includes("Sign in"));

  check(`the backup of ${due} is made at its time`, (await made)?.includes("backup-made") ?? false);

  const ends = parts.map(ended);
  for (const part of parts) part.kill("SIGTERM");
  check(
    "all end in order on SIGTERM",
    (await Promise.all(ends)).every((code) => code === 0),
  );
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  failed++;
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
console.log(failed === 0 ? "\nThe image works." : `\n${failed} checks failed.`);
process.exit(failed === 0 ? 0 : 1);
