import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Python's check for the modules that the tests of the Python client import. */
const NEEDED = "import sys, httpx, pandas, pytest; sys.exit(sys.version_info < (3, 11))";

const PACKAGES = ["python3", "python3-httpx", "python3-pandas", "python3-pytest"];

/**
 * A Python that can run the tests of `clients/python`; null when there is none. As root on Debian it is installed from
 * Debian's packages.
 *
 * @param {(command: string, args: string[]) => Promise<unknown>} run
 * @returns {Promise<string | null>}
 */
export async function findPython(run) {
  // The one on the path may be another than the system's, whose packages are Debian's.
  const names = ["python3", "/usr/bin/python3", "python"];
  const works = (/** @type {string} */ name) =>
    spawnSync(name, ["-c", NEEDED], { stdio: "ignore", timeout: 60_000 }).status === 0;
  const present = names.find(works);
  if (present) return present;
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return null;
  try {
    await run("apt-get", ["update"]);
    await run("apt-get", ["install", "--yes", "--no-install-recommends", ...PACKAGES]);
  } catch {
    return null;
  }
  return names.find(works) ?? null;
}

export const NO_PYTHON =
  "NOT RUN: the tests of clients/python need Python 3.11 or newer with httpx, pandas and pytest, and none is here. On Debian: " +
  `apt-get install ${PACKAGES.join(" ")}`;

/**
 * Numbers of passed and failed tests, from pytest's JUnit report. A skipped test counts as a failure.
 *
 * @param {string} report
 */
export function countPytest(report) {
  const [, attributes = ""] = /<testsuite ([^>]*)>/.exec(report) ?? [];
  const number = (/** @type {string} */ name) =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(attributes)?.[1] ?? 0);
  const failed = number("failures") + number("errors") + number("skipped");
  return { passed: number("tests") - failed, failed };
}
