// A package that npm installed may not be written to, and TypeScript below node_modules is not resolved like a project's own.
// So the command runs from a copy in the user's cache, which finds its packages where npm has put them.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
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
export async function unpack(source, cache) {
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
  await removeOld(cache, target, source);
  return target;
}

/**
 * When a copy was last used is the time of its folder.
 * @param {string} copy
 */
async function markUsed(copy) {
  const now = new Date();
  await utimes(copy, now, now).catch(() => {});
}

/** What a copy that was interrupted has left is removed after this time: until then it may still be made. */
const ABANDONED = 86_400_000;

/**
 * Removes copies that nothing runs from any more. Of a package that was updated the one before stays, from which a server
 * may still run; so do the copies of packages that are installed elsewhere.
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
  const before = found.filter(({ from }) => from === source).sort((a, b) => b.used - a.used);
  const old = found.filter(({ folder, from, used }) =>
    from ? !existsSync(from) : /-[0-9a-f]{12}\.\w+$/.test(folder) && used < Date.now() - ABANDONED,
  );
  for (const { folder } of [...before.slice(1), ...old]) await rm(folder, { recursive: true, force: true });
}

/**
 * A copy has the permissions of what is copied: the files of a package may be read-only, those of its copy may not.
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
