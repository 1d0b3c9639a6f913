import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { compressBuild } from "./compress.mjs";
import { isPackage, root } from "./installation-folders.mjs";
import { OperatorError } from "./operator-error.mjs";
import { Interrupted, runCommand } from "./run-command.mjs";

export const FOLDERS = ["app", "components", "lib", "public", "prisma"];
const STAMP = ".next/countersign-sources";
/** Environment variable that tells `next.config.ts` that compressed files will exist. */
const COMPRESSED = "COUNTERSIGN_COMPRESSED";
/** Environment variable that tells `next.config.ts` that there was a build before. */
const REBUILT = "COUNTERSIGN_REBUILT";

/**
 * A fingerprint of everything the built app is made from: the code without its tests, the schema,
 * configuration files and the lock file. Includes names, but not modification times.
 * @param {string} home the project's folder
 */
export async function fingerprint(home) {
  const top = await readdir(home, { withFileTypes: true });
  const files = top
    .filter((entry) => entry.isFile() && /\.(ts|mjs|js|json)$/.test(entry.name))
    .map((entry) => entry.name)
    .filter((name) => !/^(next-env\.d\.ts|(vitest|playwright|prisma)\.config\.ts|biome\.json)$/.test(name));
  for (const folder of FOLDERS) {
    if (top.some((entry) => entry.name === folder)) await collect(home, folder, files);
  }
  const hash = createHash("sha256").update(process.versions.node.split(".")[0] ?? "");
  for (const file of files.sort()) {
    hash.update(`\0${file}\0`).update(await readFile(path.join(home, file)));
  }
  return hash.digest("hex");
}

/**
 * @param {string} home
 * @param {string} folder
 * @param {string[]} files
 */
async function collect(home, folder, files) {
  for (const entry of await readdir(path.join(home, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (name === "prisma/generated") continue; // made from the schema, which counts
    if (entry.isDirectory()) await collect(home, name, files);
    else if (!/\.test\.tsx?$/.test(entry.name)) files.push(name);
  }
}

/** True if there is a complete build of these very sources. A package is built before it is packed. */
export async function isBuilt() {
  if (isPackage) return true;
  const [current, built, complete] = await Promise.all([
    fingerprint(root),
    readFile(path.join(root, STAMP), "utf8").catch(() => undefined),
    readFile(path.join(root, ".next/BUILD_ID"), "utf8").catch(() => undefined),
  ]);
  return Boolean(complete) && built === current;
}

/**
 * Builds the app unless the existing build is of the same sources. Returns true if it did.
 * @param {NodeJS.ProcessEnv} env
 * @param {AbortSignal} [signal]
 */
export async function build(env, signal) {
  if (await isBuilt()) return false;

  const stamp = path.join(root, STAMP);
  await rm(stamp, { force: true });
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const rebuilt = existsSync(path.join(root, ".next/BUILD_ID")) ? "yes" : "no";
  const buildEnv = { ...env, [COMPRESSED]: "yes", [REBUILT]: rebuilt };
  await runCommand(process.execPath, [next, "build"], { env: buildEnv, signal }).catch((error) => {
    if (error instanceof Interrupted) throw error;
    throw new OperatorError(`The app could not be built:\n${error.message}`);
  });
  await compressBuild(path.join(root, ".next/static"));
  await writeFile(stamp, await fingerprint(root));
  return true;
}
