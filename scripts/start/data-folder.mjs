import { randomBytes, randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { dataFolder } from "./folders.mjs";

/**
 * What the first start invents for this installation, and nobody else knows.
 *
 * @typedef {object} Secrets
 * @property {string} installation names what belongs to it outside its folder
 * @property {string} sessionSecret signs session cookies
 * @property {string} keySecret seals the keys of language models; while it is replaced, the new one and the old
 * @property {string} databasePassword of the embedded PostgreSQL
 */

/** @returns {Promise<Secrets & { fresh: boolean }>} */
export async function openDataFolder() {
  await mkdir(dataFolder, { recursive: true });
  // The account PostgreSQL runs under passes through when we are root; only its owner can look around.
  await chmod(dataFolder, 0o711);
  const kept = await readKept("secrets.json");
  if (kept) {
    const before = /** @type {Omit<Secrets, "keySecret"> & Partial<Secrets>} */ (kept);
    const secrets = { ...before, keySecret: before.keySecret ?? newSecret() };
    // Of a folder from before there were models.
    if (!before.keySecret) await keep("secrets.json", secrets);
    return { ...secrets, fresh: false };
  }
  const secrets = {
    installation: randomUUID(),
    sessionSecret: newSecret(),
    keySecret: newSecret(),
    databasePassword: randomBytes(24).toString("base64url"),
  };
  await keep("secrets.json", secrets);
  return { ...secrets, fresh: true };
}

/**
 * The secrets that seal keys here, separated by spaces, as LLM_KEY_SECRET has them.
 *
 * @returns {Promise<string | undefined>} undefined when there is none
 */
export async function keptKeySecret() {
  const kept = /** @type {Partial<Secrets> | undefined} */ (await readKept("secrets.json"));
  return kept?.keySecret;
}

/** Puts a new secret before those that seal keys here: from now on it seals, and all of them open. */
export async function addKeySecret() {
  const secrets = await openDataFolder();
  await keepKeySecret(`${newSecret()} ${secrets.keySecret}`);
}

/** Forgets all secrets that seal keys here but the newest. */
export async function dropOldKeySecrets() {
  const [newest = ""] = (await openDataFolder()).keySecret.split(" ");
  await keepKeySecret(newest);
}

/** @param {string} keySecret */
async function keepKeySecret(keySecret) {
  const { fresh: _, ...secrets } = await openDataFolder();
  await keep("secrets.json", { ...secrets, keySecret });
}

function newSecret() {
  return randomBytes(48).toString("base64url");
}

/**
 * Writes a file of the data folder that only its owner may read: whole, or not at all.
 *
 * @param {string} name
 * @param {unknown} content
 */
export async function keep(name, content) {
  const target = path.join(dataFolder, name);
  const partial = `${target}.${process.pid}`;
  await writeFile(partial, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(partial, target);
}

/**
 * @param {string} name
 * @returns {Promise<unknown>} undefined when there is no such file
 */
export async function readKept(name) {
  const text = await readFile(path.join(dataFolder, name), "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : JSON.parse(text);
}
