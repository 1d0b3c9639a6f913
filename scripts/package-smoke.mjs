// npm run package-smoke: packs Countersign, installs the package in an empty folder, starts it there by npx, signs in with
// what the demo has written, and stops it. Takes minutes: it builds, and installs from the registry.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "./postgres/cluster.mjs";
import { root } from "./start/installation-folders.mjs";
import { pause } from "./start/operating-system.mjs";

/** Minutes for the first start: the package is copied, PostgreSQL set up, and the demo loaded. */
const FIRST_START = 5;

const work = await mkdtemp(path.join(tmpdir(), "countersign-package-"));
const folder = path.join(work, "empty");
/** @type {NodeJS.ProcessEnv} */
const env = { ...process.env, COUNTERSIGN_CACHE: path.join(work, "cache") };
for (const name of Object.keys(env)) if (/^(npm_|DATABASE_|APP_URL$|PORT$)/i.test(name)) delete env[name];
let failed = 0;
/** @type {import("node:child_process").ChildProcess | undefined} */
let started;

/**
 * @param {string} what
 * @param {boolean} holds
 */
function check(what, holds) {
  console.log(`  ${holds ? "✓" : "✗"} ${what}`);
  if (!holds) failed++;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, ...args) {
  return execFileSync(command, args, {
    cwd: folder,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/**
 * The sign-in page once the server answers; null if it has ended before, or takes too long.
 * @param {string} address
 * @param {import("node:child_process").ChildProcess} child
 */
async function signInPage(address, child) {
  for (const end = Date.now() + FIRST_START * 60_000; Date.now() < end && child.exitCode === null; ) {
    const answer = await fetch(`${address}/sign-in`).catch(() => null);
    if (answer?.ok) return answer.text();
    await pause(500);
  }
  return null;
}

try {
  await mkdir(folder);
  execFileSync("npm", ["pack", "--pack-destination", work], { cwd: root, stdio: ["ignore", 2, 2] });
  const file = readdirSync(work).find((name) => name.endsWith(".tgz")) ?? "";
  run("npm", "install", "--no-audit", "--no-fund", path.join(work, file));
  const installed = path.join(folder, "node_modules/countersign");
  const marker = path.join(work, "installed");
  await writeFile(marker, "");

  const port = await freePort();
  const address = `http://localhost:${port}`;
  const child = spawn("npx", ["countersign", "start", "--port", String(port)], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  started = child;
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const ended = once(child, "close");
  const page = await signInPage(address, child);
  check("the sign-in page answers", page?.includes("Sign in") ?? false);
  check("the data are in the folder", existsSync(path.join(folder, ".data/secrets.json")));
  check("it says where the sign-ins are", /The sign-ins of the demo are in/.test(output));
  const demo = readdirSync(path.join(folder, ".data")).find((name) => name.startsWith("demo"));
  const [admin] = JSON.parse(readFileSync(path.join(folder, ".data", demo ?? ""), "utf8"));
  check("it has sign-ins of the demo", typeof admin?.password === "string");
  check("doctor reads the running installation", run("npx", "countersign", "doctor").includes(address));
  check("nothing was written into the package", run("find", installed, "-newer", marker) === "");

  await writeFile(
    path.join(folder, "ratings.csv"),
    "unit,rater,value\n1,a,1\n1,b,1\n2,a,0\n2,b,1\n3,a,0\n3,b,0\n",
  );
  const alpha = JSON.parse(run("npx", "countersign", "agreement", "ratings.csv", "--json"));
  check("other commands run in the folder", alpha.units === 3);

  child.kill("SIGTERM");
  await ended;
  check("it stops when npx is asked to", !(await fetch(address).catch(() => null)));
} finally {
  // Still there after an error.
  if (started && started.exitCode === null && started.signalCode === null) {
    started.kill("SIGTERM");
    await once(started, "close");
  }
  // If root starts it, PostgreSQL's files are elsewhere.
  const secrets = path.join(folder, ".data/secrets.json");
  const { installation } = existsSync(secrets) ? JSON.parse(readFileSync(secrets, "utf8")) : {};
  if (installation)
    await rm(path.join("/var/lib/countersign", installation), { recursive: true, force: true });
  await rm(work, { recursive: true, force: true });
}
console.log(failed === 0 ? "\n  The package works.\n" : `\n  ${failed} failed.\n`);
process.exit(failed === 0 ? 0 : 1);
