import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { FOLDERS, fingerprint } from "./build.mjs";
import { isPackage, root } from "./installation-folders.mjs";
import { runCommand } from "./run-command.mjs";

/** Written by `npm pack`: the build of a package, which has no git. */
const NOTE = ".next/countersign-build";

/** What the program is made from, as git tells files apart. */
const SOURCES = [...FOLDERS, "scripts", ...["ts", "mjs", "js", "json"].map((end) => `:(glob)*.${end}`)];

/**
 * Tells builds of one version apart: `git:` and the commit, where the sources are those of a commit, else `sources:` and
 * their hash; of a package what `npm pack` noted. Null where it noted nothing.
 * @returns {Promise<string | null>}
 */
export async function programBuild() {
  if (isPackage) return (await readFile(path.join(root, NOTE), "utf8").catch(() => "")).trim() || null;
  return buildIn(root);
}

/**
 * @param {string} home the project's folder
 * @returns {Promise<string>}
 */
export async function buildIn(home) {
  return (await cleanCommit(home)) ?? `sources:${await fingerprint(home)}`;
}

/** Notes the build for the package that is being packed. */
export async function noteBuild() {
  await writeFile(path.join(root, NOTE), `${await buildIn(root)}\n`);
}

/**
 * The commit whose sources these are; null without git, in a folder within another repository, and with changes.
 * @param {string} home
 */
async function cleanCommit(home) {
  // On a Mac without developer tools, git alone would open a dialog to install them.
  if (!existsSync(path.join(home, ".git"))) return null;
  /** @param {string[]} args */
  const git = async (...args) =>
    (await runCommand("git", ["--no-optional-locks", "-C", home, ...args])).trim();
  try {
    if ((await git("rev-parse", "--show-prefix")) !== "") return null;
    if ((await git("status", "--porcelain", "--untracked-files=all", "--", ...SOURCES)) !== "") return null;
    const commit = await git("rev-parse", "HEAD");
    return /^[0-9a-f]{40,64}$/.test(commit) ? `git:${commit}` : null;
  } catch {
    return null;
  }
}
