import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { OperatorError } from "../start/operator-error.mjs";

/** Debian's build of Chromium without windows: the tests take a sixth less processor time in it. */
const WITHOUT_WINDOWS = "chromium-headless-shell";

const NAMES = [WITHOUT_WINDOWS, "chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];

const HOW = `Install one (on Debian: sudo apt-get install ${WITHOUT_WINDOWS}), or name it in CHROMIUM_PATH.`;

/**
 * The machine's facts that a search for a browser needs.
 * @typedef {object} Machine
 * @property {Record<string, string | undefined>} env
 * @property {string} playwrights path of Playwright's own Chromium
 * @property {(program: string) => boolean} runs true if there is such a program and it starts
 * @property {boolean} isDebianRoot
 * @property {(command: string, args: string[]) => Promise<boolean>} run runs a command; resolves to true if it succeeded
 */

/**
 * Finds a Chromium for the tests: the configured one, Playwright's, or one on the PATH; else installs one.
 * Throws a `OperatorError` with instructions if that fails.
 * @param {Machine} machine
 * @returns {Promise<string>} its path
 */
export async function findBrowser({ env, playwrights, runs, isDebianRoot, run }) {
  const named = env.CHROMIUM_PATH;
  if (named) {
    if (runs(named)) return named;
    throw new OperatorError(`CHROMIUM_PATH names ${named}, which does not start.`);
  }
  const onPath = () =>
    (env.PATH ?? "")
      .split(path.delimiter)
      .filter((folder) => folder !== "")
      .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
      .sort((a, b) => Number(isWithoutWindows(b)) - Number(isWithoutWindows(a)))
      .find(runs);
  const present = runs(playwrights) ? playwrights : onPath();
  if (present) return present;

  if ((await run("playwright", ["install", "chromium"])) && runs(playwrights)) return playwrights;
  if (isDebianRoot) {
    await run("apt-get", ["update"]);
    for (const packageName of [WITHOUT_WINDOWS, "chromium"]) {
      await run("apt-get", ["install", "--yes", "--no-install-recommends", packageName]);
      const installed = onPath();
      if (installed) return installed;
    }
  }
  throw new OperatorError(`The browser tests need Chromium, and this machine has none. ${HOW}`);
}

const isWithoutWindows = (/** @type {string} */ program) => path.basename(program) === WITHOUT_WINDOWS;

/**
 * The real machine, for `findBrowser`.
 * @param {(command: string, args: string[], env: Record<string, string>) => Promise<unknown>} runCommand
 * @returns {Promise<Machine>}
 */
export async function thisMachine(runCommand) {
  const { chromium } = await import("@playwright/test");
  const cli = path.resolve(import.meta.dirname, "../../node_modules/playwright/cli.js");
  return {
    env: process.env,
    playwrights: chromium.executablePath(),
    runs: (program) =>
      existsSync(program) && spawnSync(program, ["--version"], { timeout: 30_000 }).status === 0,
    isDebianRoot: process.getuid?.() === 0 && existsSync("/etc/debian_version"),
    run: (command, args) =>
      (command === "playwright"
        ? // Fail fast on a closed network.
          runCommand(process.execPath, [cli, ...args], { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" })
        : runCommand(command, args, { DEBIAN_FRONTEND: "noninteractive" })
      ).then(
        () => true,
        () => false,
      ),
  };
}
