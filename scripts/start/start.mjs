import { existsSync } from "node:fs";
import path from "node:path";
import { loadDemo, makeFirstAdminLink } from "./accounts.mjs";
import { announcement } from "./announce.mjs";
import { backupPlan, scheduleBackups } from "./backups.mjs";
import { build, isBuilt } from "./build.mjs";
import { openDataFolder } from "./data-folder.mjs";
import { checkServer, hasUsers, openForApplication, reachExternal, startEmbedded } from "./database.mjs";
import { environment } from "./environment.mjs";
import { fullDisk, isFull } from "./full-disk.mjs";
import { install } from "./install.mjs";
import { home, isPackage, START } from "./installation-folders.mjs";
import { OperatorError } from "./operator-error.mjs";
import { HELP, readOptions } from "./options.mjs";
import { startParts, superviseDatabase } from "./parts.mjs";
import { portState } from "./ports.mjs";
import { programBuild } from "./program-build.mjs";
import { step } from "./progress.mjs";
import { Interrupted } from "./run-command.mjs";
import { endLeftovers } from "./running-start.mjs";
import { watchForTheEnd } from "./shutdown.mjs";
import { claimFolder } from "./single-instance.mjs";

/**
 * Runs the app from a folder of sources until asked to stop.
 * @param {string[]} args
 */
export async function start(args) {
  const end = watchForTheEnd();
  /** @type {Running[]} what runs beside us, in the order it was started */
  const running = [];
  let exitCode = 0;
  try {
    if (existsSync(path.join(home, ".env"))) process.loadEnvFile(path.join(home, ".env"));
    const options = readOptions(args, process.env);
    if (options.help) {
      console.log(HELP);
      process.exit();
    }
    console.log("\n  Countersign\n");
    await bringUp(options, end, running);
    if (options.only !== "schema") {
      const failure = await end.reached;
      if (failure) throw new OperatorError(failure);
      console.log("\n  Stopping\n");
    }
  } catch (error) {
    const interrupted = error instanceof Interrupted;
    const failure = interrupted
      ? await end.reached
      : error instanceof OperatorError
        ? error.message
        : isFull(error) && fullDisk(home);
    exitCode = interrupted && !failure ? 130 : 1;
    console.error(failure ? `\n${failure}` : interrupted ? "\nInterrupted." : error);
  }
  end.begin();
  for (const { name, stop } of running.reverse()) {
    if (exitCode === 0) await step(name, async () => stop());
    else await stop();
  }
  process.exit(exitCode);
}

/** @typedef {import("./parts.mjs").Running} Running */

/**
 * @param {import("./options.mjs").Options} options
 * @param {import("./shutdown.mjs").End} end
 * @param {Running[]} running each part is added as soon as it runs, so that it is stopped whatever follows
 */
async function bringUp(options, end, running) {
  const { signal } = end;
  const { only } = options;
  const backups = options.dev || (only && only !== "backups") ? undefined : backupPlan(process.env);
  await claim(options, end);

  await step("Packages", async (say) => {
    const installed = !isPackage && (await install(signal, { isBuilt: await isBuilt() }));
    say(installed ? "installed" : "in place");
    const { generate } = await import("../prisma/generate.mjs");
    await generate();
  });

  const secrets = await openDataFolder();
  const env = await environment({
    databaseUrl: options.databaseUrl ?? "postgresql://127.0.0.1/embedded",
    secret: process.env.NEXTAUTH_SECRET || secrets.sessionSecret,
    keySecret: process.env.LLM_KEY_SECRET || secrets.keySecret,
    address: options.address,
    dev: options.dev,
  });
  // The sources of a server for development change while it runs.
  env.COUNTERSIGN_BUILD = (!options.dev && (await programBuild())) || "";

  const database = await step("PostgreSQL", async (say) => {
    const found = options.databaseUrl
      ? await reachExternal(options.databaseUrl, process.env.DATABASE_OWNER_URL || undefined)
      : await startEmbedded(secrets, options.databasePort);
    if (found.cluster) running.push(superviseDatabase(found.cluster, secrets));
    say(found.where);
    await checkServer(found.url);
    return found;
  });
  proceed(signal);

  const people =
    only && only !== "schema"
      ? { signIns: [], link: null }
      : await openDatabase(options, database, env, signal);

  if (!options.dev && (only ?? "web") === "web") {
    await step("App", async (say) => say((await build(env, signal)) ? "built" : "in place"));
  }

  if (only !== "schema" && only !== "backups") await startServers(options, env, database, end, running);
  if (backups) running.push(scheduleBackups(backups, process.env, signal));
  const isTerminal = process.stdout.isTTY === true;
  const { address } = options;
  console.log(announcement({ address, ...people, file: database.demo, isTerminal }));
}

/**
 * Migrates the database, opens it for the application, and fills it where that is wanted.
 * @param {import("./options.mjs").Options} options
 * @param {import("./database.mjs").Database} database
 * @param {NodeJS.ProcessEnv} env gets the address for web and worker
 * @param {AbortSignal} signal
 */
async function openDatabase(options, database, env, signal) {
  await step("Schema", async (say) => {
    const { migrate } = await import("../prisma/migrate.mjs");
    const applied = await migrate(database.url);
    env.DATABASE_URL = await openForApplication(database);
    say(applied.length === 0 ? "up to date" : `${applied.length} migrations applied`);
  });
  proceed(signal);

  const demo = options.demo || !options.databaseUrl;
  const signIns = demo ? await step("Demo", (say) => loadDemo(database.demo, env, say, signal)) : [];
  const link = (await hasUsers(database.url)) ? null : await makeFirstAdminLink(env, signal);
  return { signIns, link };
}

/**
 * @param {import("./options.mjs").Options} options
 * @param {NodeJS.ProcessEnv} env
 * @param {import("./database.mjs").Database} database
 * @param {import("./shutdown.mjs").End} end
 * @param {Running[]} running
 */
async function startServers(options, env, { cluster, url }, end, running) {
  await step("Servers", async (say) => {
    say(options.only ?? "web and worker");
    const { parts, ready } = startParts(options, env, cluster && url);
    running.push(...parts);
    await Promise.race([ready, end.reached]);
    proceed(end.signal);
  });
}

/**
 * Makes this the only start in this folder, on a free port. Nothing else has been started before.
 * @param {import("./options.mjs").Options} options
 * @param {import("./shutdown.mjs").End} end
 */
async function claim({ port, host, address, only }, end) {
  const other = await claimFolder(() => ({
    state: end.hasBegun() ? "stopping" : "running",
    pid: process.pid,
    address,
  }));
  if (other) {
    throw new OperatorError(
      `Countersign already runs from this folder: ${other.address} (process ${other.pid}).`,
    );
  }
  await endLeftovers();
  if (only && only !== "web") return;
  switch (await portState(port, host)) {
    case "taken":
      throw new OperatorError(`Port ${port} is taken. Choose another: ${START} --port ${port + 1}`);
    case "forbidden":
      throw new OperatorError(`Port ${port} may not be used by this account. Choose one above 1023.`);
    case "unknown-address":
      throw new OperatorError(`This machine has no address ${host} to listen on.`);
  }
}

/** @param {AbortSignal} signal */
function proceed(signal) {
  if (signal.aborted) throw new Interrupted();
}
