// A package that npm installed may not be written to, and TypeScript below node_modules is not resolved like a project's own.
// So the command runs from a copy in the user's cache, which finds its packages where npm has put them.
import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";
import { isAlive } from "../start/operating-system.mjs";

/** Written by `npm pack`: links that the build has to packages, which a package cannot contain. */
export const LINKS = ".next/linked-packages.json";

const OWNER_WRITES = 0o200;

/** The file of a copy that says which package it is of, and in which folder that is. */
const COPIED_FROM = "copied-from";

/** True for a folder that npm has installed as a package. */
export function isInstalledPackage(/** @type {string} */ folder) {
  return folder.split(path.sep).includes("node_modules");
}

/**
 * The folder of the cache that copies are in: COUNTERSIGN_CACHE, else the system's place for caches. Refuses one below
 * node_modules.
 * @param {Record<string, string | undefined>} env
 */
export function cacheFolder(env) {
  const usual = process.platform === "win32" ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  const folder = env.COUNTERSIGN_CACHE || path.join(usual || path.join(homedir(), ".cache"), "countersign");
  // Below node_modules a copy would be taken for a package, and copied again without end.
  if (isInstalledPackage(path.resolve(folder)))
    throw new Error(`${folder} is below node_modules, where nothing can be run from`);
  return path.resolve(folder);
}

/**
 * The copy of a package that the command runs from; it is made by the first command after an installation.
 * @param {string} source the package's folder, below node_modules
 * @param {string} cache
 * @returns {Promise<string>}
 */
export async function makeWritableCopy(source, cache) {
  const { name, version, dependencies } = await readJson(path.join(source, "package.json"));
  const build = await readFile(path.join(source, ".next/BUILD_ID"), "utf8").catch(() => "");
  const print = createHash("sha256").update(`${build}\0${source}`).digest("hex").slice(0, 12);
  const target = path.join(cache, `${version}-${print}`);
  if (existsSync(target)) {
    await markUsed(target);
    return target;
  }

  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(`${target}.`);
  try {
    await cp(source, partial, {
      recursive: true,
      filter: (file) => file !== path.join(source, "node_modules"),
    });
    await makeWritable(partial);
    await linkPackages(source, partial, Object.keys(dependencies));
    await linkBuild(partial);
    await writeFile(path.join(partial, COPIED_FROM), `${name} ${version}\n${source}\n`);
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another command was faster.
    if (!existsSync(target)) throw error;
  }
  // Leftovers that cannot be removed now wait for the next update.
  await removeOld(cache, target, source).catch(() => {});
  return target;
}

/** The mark of a process that runs from a copy; its number follows. */
const RUNNING = "running-";

const HOUR = 3_600_000;

/**
 * Marks a copy as one that this process runs from, until it exits. Its time is renewed by the hour: whoever shares the cache
 * from another container cannot see whether the process lives.
 * @param {string} copy
 */
export async function markRunning(copy) {
  const mark = path.join(copy, `${RUNNING}${process.pid}`);
  await writeFile(mark, "").catch(() => {});
  setInterval(() => markUsed(copy), HOUR).unref();
  process.on("exit", () => {
    try {
      rmSync(mark, { force: true });
    } catch {
      // A mark that stays is of a process that does not live.
    }
  });
}

/**
 * True for a copy that a process of this machine runs from.
 * @param {string} copy
 */
async function isRunning(copy) {
  const marks = (await readdir(copy)).filter((name) => name.startsWith(RUNNING));
  return marks.some((name) => isAlive(Number(name.slice(RUNNING.length))));
}

/**
 * When a copy was last used is the time of its folder.
 * @param {string} copy
 */
async function markUsed(copy) {
  const now = new Date();
  await utimes(copy, now, now).catch(() => {});
}

/** Nothing is removed that was used within this time: it may still be made, or a process elsewhere may run from it. */
const ABANDONED = 24 * HOUR;

/** The name of a copy that is being made, or whose making was interrupted. */
const PARTIAL = /-[0-9a-f]{12}\.\w+$/;

/**
 * Removes copies that nothing runs from any more. Of a package that was updated the one before stays, from which a process
 * may still be starting; so do the copies of packages that are installed elsewhere.
 * @param {string} cache
 * @param {string} current
 * @param {string} source
 */
async function removeOld(cache, current, source) {
  const found = [];
  for (const name of await readdir(cache)) {
    const folder = path.join(cache, name);
    const [, from] = (await readFile(path.join(folder, COPIED_FROM), "utf8").catch(() => "")).split("\n");
    const used = (await lstat(folder).catch(() => undefined))?.mtimeMs;
    if (folder !== current && used !== undefined) found.push({ folder, from, used });
  }
  const whole = found.filter(({ folder, from }) => from && !PARTIAL.test(folder));
  const before = whole.filter(({ from }) => from === source).sort((a, b) => b.used - a.used);
  const gone = whole.filter(({ from }) => from && !existsSync(from) && from !== source);
  const partial = found.filter(({ folder }) => PARTIAL.test(folder));
  for (const { folder, used } of [...before.slice(1), ...gone, ...partial]) {
    if (used >= Date.now() - ABANDONED || (await isRunning(folder).catch(() => true))) continue;
    // One that cannot be removed does not keep the others.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * A copy gets the permissions of the original, but the files of a package may be read-only, and those of the copy may
 * not.
 * @param {string} folder
 */
async function makeWritable(folder) {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = path.join(folder, name);
    const { mode } = await lstat(file);
    if ((mode & OWNER_WRITES) === 0) await chmod(file, mode | OWNER_WRITES);
  }
}

/**
 * Links each package that Countersign depends on; what those depend on is found from where they are.
 * @param {string} source
 * @param {string} target
 * @param {readonly string[]} names
 */
async function linkPackages(source, target, names) {
  const places = createRequire(path.join(source, "package.json")).resolve.paths("a-package") ?? [];
  for (const name of names) {
    const found = places.map((place) => path.join(place, name)).find((folder) => existsSync(folder));
    // An optional package for another system.
    if (!found) continue;
    await link(found, path.join(target, "node_modules", name));
  }
}

/** @param {string} target */
async function linkBuild(target) {
  const links = await readJson(path.join(target, LINKS)).catch(() => ({}));
  for (const [file, to] of Object.entries(links)) {
    const from = path.join(target, file);
    if (!(await lstat(from).catch(() => undefined))) await link(path.resolve(path.dirname(from), to), from);
  }
}

/**
 * @param {string} to
 * @param {string} from
 */
async function link(to, from) {
  await mkdir(path.dirname(from), { recursive: true });
  // Windows lets everybody make junctions, but not links.
  await symlink(path.relative(path.dirname(from), to), from, "dir").catch(async (error) => {
    if (process.platform !== "win32") throw error;
    await symlink(to, from, "junction");
  });
}

/** @param {string} file */
async function readJson(file) {
  return JSON.parse(await readFile(file, "utf8"));
}
