import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "../start/build.mjs";
import { startWeb, startWorker } from "../start/child-processes.mjs";
import { environment } from "../start/environment.mjs";
import { install } from "../start/install.mjs";
import { root } from "../start/installation-folders.mjs";
import { OperatorError } from "../start/operator-error.mjs";
import { Interrupted, runCommand } from "../start/run-command.mjs";
import { watchForTheEnd } from "../start/shutdown.mjs";
import { runTypeScript } from "../start/worker.mjs";
import { findBrowser, thisMachine } from "./browser.mjs";
import { countPytest, findPython, NO_PYTHON } from "./python.mjs";

const results = path.join(root, "test-results");
const bin = (/** @type {string} */ name) => path.join(root, "node_modules", name);

/** A stage failed, and has reported why. */
class Failed extends Error {}

/**
 * Result of a stage: how many tests or checks passed and failed.
 * @typedef {{ passed: number, failed: number }} Count
 */

/**
 * Runs stages until one fails, stops everything they started, and prints one line with all counts. The exit
 * code is 0 only if all passed.
 * @param {(stages: ReturnType<typeof makeStages>) => Promise<void>} sequence
 */
export async function runStages(sequence) {
  const end = watchForTheEnd();
  /** @type {(() => Promise<void>)[]} */
  const cleanups = [];
  /** @type {{ name: string, count: Count, seconds: number }[]} */
  const ledger = [];
  let interrupted = false;
  try {
    await rm(results, { recursive: true, force: true });
    await mkdir(results, { recursive: true });
    await sequence(makeStages(end.signal, cleanups, ledger));
  } catch (error) {
    interrupted = error instanceof Interrupted || end.signal.aborted;
    if (!interrupted && !(error instanceof Failed)) {
      console.error(error instanceof OperatorError ? `\n${error.message}` : error);
      ledger.push({ name: "stopped", count: { passed: 0, failed: 1 }, seconds: 0 });
    }
  }
  // Ends whatever still runs beside a failed stage.
  end.begin();
  for (const cleanup of cleanups.reverse()) await cleanup();

  console.log("");
  for (const { name, count, seconds } of ledger) {
    const failures = count.failed ? `, ${count.failed} failed` : "";
    console.log(`  ${name.padEnd(9)} ${count.passed} passed${failures}  ${seconds.toFixed(1)} s`);
  }
  const total = (/** @type {keyof Count} */ key) => ledger.reduce((sum, { count }) => sum + count[key], 0);
  if (interrupted) console.log("\nInterrupted.");
  console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
  process.exit(interrupted ? 130 : total("failed") > 0 || total("passed") === 0 ? 1 : 0);
}

/**
 * @param {AbortSignal} signal
 * @param {(() => Promise<void>)[]} cleanups called in reverse order at the end, whatever happened
 * @param {{ name: string, count: Count, seconds: number }[]} ledger
 */
function makeStages(signal, cleanups, ledger) {
  /** @type {Promise<{ server: string, url: () => Promise<string> }> | undefined} */
  let postgres;

  /** One PostgreSQL for all stages. Temporary, so without fsync. */
  function startPostgres() {
    postgres ??= (async () => {
      const { startThrowawayCluster } = await import("../postgres/cluster.mjs");
      const { cloneTemplate, prepareTemplate } = await import("./template.mjs");
      const cluster = await startThrowawayCluster();
      cleanups.push(cluster.stop);
      const server = cluster.url("postgres");
      await prepareTemplate(server);
      return { server, url: () => cloneTemplate(server) };
    })();
    return postgres;
  }

  /**
   * @param {string} name
   * @param {() => Promise<Count>} work
   */
  async function stage(name, work) {
    if (signal.aborted) throw new Interrupted();
    const began = performance.now();
    console.log(`\n── ${name}`);
    const count = await work();
    ledger.push({ name, count, seconds: (performance.now() - began) / 1000 });
    if (count.failed > 0) throw new Failed(name);
  }

  return {
    /** Installs packages and generates the Prisma client and route types, which every other stage needs. */
    async prepare() {
      await install(signal);
      const { generate } = await import("../prisma/generate.mjs");
      await generate();
      await rm(path.join(root, ".next/dev/types"), { recursive: true, force: true });
      await runCommand(process.execPath, [bin("next/dist/bin/next"), "typegen"], { signal });
    },

    lint: () => stage("lint", () => check("@biomejs/biome/bin/biome", ["check"], signal)),

    // Several checkers would each work out what all of them need, and unit tests have the other processor.
    types: () =>
      stage("types", () => check("typescript-native/bin/tsc", ["--noEmit", "--checkers", "1"], signal)),

    unit: () => stage("unit", () => vitest("unit", process.env, signal)),

    database: () =>
      stage("database", async () => {
        const { server } = await startPostgres();
        return vitest("database", { ...process.env, TEST_SERVER: server }, signal);
      }),

    /** The production build, reused if made from the same sources. */
    build: () =>
      stage("build", async () => {
        // Building connects to nothing, but the app does not load when half configured.
        await build(await testEnvironment("postgresql://127.0.0.1:1/none", 3000), signal);
        return { passed: 1, failed: 0 };
      }),

    /**
     * Runs a program of scripts/campaign, on a database with fsync on.
     * @param {string} name
     */
    campaign: (name) =>
      stage(name, async () => {
        const env = await durableEnvironment(cleanups);
        return passes(
          runCommand(process.execPath, [...runTypeScript, `scripts/campaign/${name}.ts`], {
            env,
            signal,
            show: true,
          }),
        );
      }),

    /** The tests of clients/python against a server with its worker, where a Python is here that can run them. */
    python: () =>
      stage("python", async () => {
        const python = await findPython((command, args) =>
          runCommand(command, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, signal }),
        );
        if (python === null) {
          console.log(NO_PYTHON);
          return { passed: 0, failed: 0 };
        }
        const { freePort } = await import("../postgres/cluster.mjs");
        const port = await freePort();
        const env = await testEnvironment(await (await startPostgres()).url(), port);
        const prepared = await runCommand(
          process.execPath,
          [...runTypeScript, "scripts/testing/python-study.ts"],
          {
            env,
            signal,
          },
        );
        const web = { dev: false, port, host: "127.0.0.1", local: `http://127.0.0.1:${port}` };
        const print = (/** @type {string} */ line) => console.log(`  │ ${line}`);
        const parts = [startWorker(env, print), startWeb(web, env, print)];
        cleanups.push(...parts.map((part) => part.stop));
        await Promise.all(parts.map((part) => part.ready));
        const count = await pytest(
          python,
          { ...JSON.parse(prepared.trim().split("\n").at(-1) ?? "{}"), COUNTERSIGN_URL: web.local },
          signal,
        );
        for (const part of parts) await part.stop();
        return count;
      }),

    /** @param {string[]} args of Playwright */
    browser: (args) =>
      stage("browser", async () => {
        const machine = await thisMachine((command, rest, extra) =>
          runCommand(command, rest, { env: { ...process.env, ...extra }, signal }),
        );
        const chromium = await findBrowser(machine);
        const { server, url } = await startPostgres();
        const { ownerUrl } = await import("./template.mjs");
        const database = await url();
        const { env, port } = await browserEnvironment(database);
        const print = (/** @type {string} */ line) => console.log(`  │ ${line}`);
        const web = { dev: false, port, host: "127.0.0.1", local: `http://127.0.0.1:${port}` };
        for (const part of [startWorker(env, print), startWeb(web, env, print)]) {
          cleanups.push(part.stop);
          await part.ready;
        }
        return tests(
          [bin("@playwright/test/cli.js"), "test", ...args],
          {
            ...env,
            TEST_OWNER_URL: ownerUrl(server, database),
            CHROMIUM_PATH: chromium,
            NODE_OPTIONS: "--conditions=react-server",
          },
          "browser.json",
          ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }),
          signal,
        );
      }),
  };
}

/**
 * The tests of clients/python. A failure without a failed test counts as one.
 * @param {string} python
 * @param {Record<string, string>} study the address of the server and what the tests may use there
 * @param {AbortSignal} signal
 * @returns {Promise<Count>}
 */
async function pytest(python, study, signal) {
  const report = path.join(results, "python.xml");
  const options = ["--rootdir", "clients/python", `--junitxml=${report}`, "clients/python/tests"];
  const cli = `${process.execPath} ${path.join(root, "lib/cli/bin.mjs")}`;
  let succeeded = true;
  await runCommand(python, ["-B", "-m", "pytest", ...options], {
    env: { ...process.env, ...study, COUNTERSIGN_CLI: cli },
    signal,
    show: true,
  }).catch((error) => {
    if (error instanceof Interrupted) throw error;
    succeeded = false;
  });
  const count = countPytest(await readFile(report, "utf8").catch(() => ""));
  return succeeded ? count : { ...count, failed: Math.max(count.failed, 1) };
}

/**
 * One check: passed when the work ends without an error, which is printed.
 * @param {Promise<unknown>} work
 * @returns {Promise<Count>}
 */
async function passes(work) {
  try {
    await work;
    return { passed: 1, failed: 0 };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
}

/**
 * A program of node_modules as a single check.
 * @param {string} program
 * @param {string[]} args
 * @param {AbortSignal} signal
 */
const check = (program, args, signal) =>
  passes(runCommand(process.execPath, [bin(program), ...args], { signal }));

/**
 * A test runner with its own progress output and a report. A failure without a failed test (such as a file
 * that does not load) counts as one.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {string} report
 * @param {(report: any) => Count} read
 * @param {AbortSignal} signal
 * @returns {Promise<Count>}
 */
async function tests(args, env, report, read, signal) {
  let succeeded = true;
  await runCommand(process.execPath, args, { env, signal, show: true }).catch((error) => {
    if (error instanceof Interrupted) throw error;
    succeeded = false;
  });
  const text = await readFile(path.join(results, report), "utf8").catch(() => undefined);
  const count = text === undefined ? { passed: 0, failed: 0 } : read(JSON.parse(text));
  return succeeded ? count : { ...count, failed: Math.max(count.failed, 1) };
}

/**
 * @param {string} project of vitest.config.ts
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} signal
 */
function vitest(project, env, signal) {
  const report = `${project}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=test-results/${report}`];
  return tests(
    [bin("vitest/vitest.mjs"), "run", "--project", project, ...reporters],
    env,
    report,
    (found) => ({
      passed: found.numPassedTests,
      // A skipped test counts as a failure.
      failed: found.numTotalTests - found.numPassedTests,
    }),
    signal,
  );
}

/** Beginning of the secrets of test installations, which e2e/secrets.spec.ts looks for where none may be. */
const CANARY = "countersign-canary-";

/**
 * @param {string} databaseUrl
 * @param {number} port
 */
async function testEnvironment(databaseUrl, port) {
  const secret = CANARY + randomBytes(48).toString("base64url");
  const keySecret = CANARY + randomBytes(48).toString("base64url");
  const address = `http://localhost:${port}`;
  const env = await environment({ databaseUrl, secret, keySecret, address });
  return { ...env, LOG_LEVEL: process.env.LOG_LEVEL || "warning", SECRET_CANARY: CANARY };
}

/**
 * The environment of a campaign: a database of its own with fsync on, which is stopped at the end.
 * @param {(() => Promise<void>)[]} cleanups
 */
async function durableEnvironment(cleanups) {
  const { startThrowawayCluster } = await import("../postgres/cluster.mjs");
  const { cloneTemplate, ownerUrl, prepareTemplate } = await import("./template.mjs");
  const cluster = await startThrowawayCluster({ durable: true });
  cleanups.push(cluster.stop);
  const server = cluster.url("postgres");
  await prepareTemplate(server);
  const url = await cloneTemplate(server);
  return { ...(await testEnvironment(url, 3000)), TEST_OWNER_URL: ownerUrl(server, url) };
}

/**
 * The environment of browser tests, with free ports for the web process and for the stubs that tests start. The
 * application refuses internal addresses that are not listed.
 * @param {string} databaseUrl
 */
async function browserEnvironment(databaseUrl) {
  const { freePort } = await import("../postgres/cluster.mjs");
  const port = await freePort();
  const modelPort = await freePort();
  const judgeModelPort = await freePort();
  const hookPort = await freePort();
  const env = {
    ...(await testEnvironment(databaseUrl, port)),
    LLM_ALLOWED_ORIGINS: `http://127.0.0.1:${modelPort} http://127.0.0.1:${judgeModelPort}`,
    MODEL_PORT: String(modelPort),
    JUDGE_MODEL_PORT: String(judgeModelPort),
    PROLIFIC_ORIGIN: `http://127.0.0.1:${await freePort()}`,
    WEBHOOK_ALLOWED_ORIGINS: `http://127.0.0.1:${hookPort}`,
    HOOK_PORT: String(hookPort),
    OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
    OIDC_LABEL: "the University",
    GITHUB_URL: `http://127.0.0.1:${await freePort()}`,
    ORCID_URL: `http://127.0.0.1:${await freePort()}`,
    ...Object.fromEntries(
      ["OIDC", "GITHUB", "ORCID"].flatMap((kind) => [
        [`${kind}_CLIENT_ID`, "countersign"],
        [`${kind}_CLIENT_SECRET`, "a-secret-of-the-client-that-nobody-knows"],
      ]),
    ),
  };
  return { env, port };
}
