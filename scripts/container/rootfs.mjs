import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "../start/installation-folders.mjs";
import { OperatorError } from "../start/operator-error.mjs";
import { isIgnored, readDockerfile, variablesOf } from "./dockerfile.mjs";

/**
 * An image without a container engine: its files, and how it is run.
 * @typedef {{ folder: string, env: Record<string, string>, cwd: string, user: string, command: string[], health: string[] }} Image
 */

const BASE = "node:20-bookworm-slim";

/**
 * Carries out the Dockerfile in folders, as root, by chroot. In place of the base image stands the same
 * release of Debian with this machine's Node. What npm needs to reach its registry from here is lent to the
 * stages while they are built, and is in none of them afterwards.
 * @param {string} work an empty folder
 * @param {(line: string) => void} say
 * @returns {Promise<Image>}
 */
export async function buildRootfs(work, say) {
  if (process.getuid?.() !== 0 || spawnSync("debootstrap", ["--version"]).error)
    throw new OperatorError("This needs root on Debian, and its package debootstrap.");
  const base = path.join(work, "base");
  say("base: Debian and Node");
  await makeBase(base);
  const stages = readDockerfile(await readFile(path.join(root, "Dockerfile"), "utf8"));
  /** @type {Map<string, string>} */
  const folders = new Map();
  /** @type {Image | undefined} */
  let image;
  for (const [at, { from, as, instructions }] of stages.entries()) {
    if (from !== BASE) throw new Error(`The Dockerfile begins from ${from}, which is not ${BASE}.`);
    const folder = path.join(work, `stage${at}`);
    execFileSync("cp", ["-a", base, folder]);
    if (as) folders.set(as, folder);
    image = {
      folder,
      env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
      cwd: "/",
      user: "0:0",
      command: [],
      health: [],
    };
    for (const { name, args } of instructions) {
      if (["RUN", "COPY"].includes(name)) say(`${as ?? "image"}: ${name} ${args}`);
      await carryOut(image, name, args, folders);
    }
  }
  if (!image) throw new Error("The Dockerfile has no stage.");
  return image;
}

/**
 * @param {Image} image
 * @param {string} name
 * @param {string} args
 * @param {Map<string, string>} folders of stages before
 */
async function carryOut(image, name, args, folders) {
  switch (name) {
    case "WORKDIR":
      image.cwd = args;
      return mkdir(path.join(image.folder, args), { recursive: true });
    case "ENV":
      Object.assign(image.env, variablesOf(args));
      return;
    case "USER":
      image.user = args;
      return;
    case "CMD":
      image.command = JSON.parse(args);
      return;
    case "HEALTHCHECK":
      image.health = JSON.parse(args.slice(args.indexOf("CMD") + 3));
      return;
    case "COPY":
      return copy(image, args, folders);
    case "RUN":
      return run(image, args);
  }
}

/**
 * @param {Image} image
 * @param {string} args
 * @param {Map<string, string>} folders
 */
async function copy({ folder, cwd }, args, folders) {
  const [, stage, rest = args] = /^--from=(\S+) (.*)$/.exec(args) ?? [];
  const words = rest.split(/\s+/);
  const to = path.join(folder, path.resolve(cwd, words.at(-1) ?? "."));
  if (stage) {
    const from = path.join(folders.get(stage) ?? "", words[0] ?? "");
    await mkdir(to, { recursive: true });
    execFileSync("cp", ["-a", `${from}/.`, to]);
    return;
  }
  for (const word of words.slice(0, -1)) {
    if (word === ".") for (const file of await contextFiles()) await put(file, to);
    else await put(word, to);
  }
}

/**
 * @param {string} file of the context
 * @param {string} to
 */
async function put(file, to) {
  const target = path.join(to, file);
  await mkdir(path.dirname(target), { recursive: true });
  await cp(path.join(root, file), target);
}

/** The files that an engine would be given. */
async function contextFiles() {
  const lines = (await readFile(path.join(root, ".dockerignore"), "utf8")).split("\n").filter(Boolean);
  const all = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  return `${all}`
    .split("\0")
    .filter((file) => file && existsSync(path.join(root, file)) && !isIgnored(file, lines));
}

/**
 * @param {Image} image
 * @param {string} command
 */
async function run({ folder, env, cwd }, command) {
  const lent = await lend(folder);
  try {
    const args = [folder, "/bin/sh", "-c", `cd ${cwd} && ${command}`];
    execFileSync("/usr/sbin/chroot", args, {
      env: { ...env, HOME: "/root", ...lent.env, NODE_ENV: /** @type {"production"} */ (env.NODE_ENV) },
      stdio: ["ignore", "inherit", "inherit"],
    });
  } finally {
    await lent.takeBack();
  }
}

/**
 * Lends a stage this machine's way to the registry and the device files that programs expect.
 * @param {string} folder
 */
async function lend(folder) {
  const home = process.env.HOME ?? "/root";
  /** @type {[string, string][]} */
  const files = [
    [path.join(home, ".npmrc"), "root/.npmrc"],
    ["/etc/resolv.conf", "etc/resolv.conf"],
    ["/etc/hosts", "etc/hosts"],
    ["/etc/ssl/certs/ca-certificates.crt", "tmp/ca.crt"],
  ];
  const given = files.filter(([from]) => existsSync(from));
  for (const [from, to] of given) await cp(from, path.join(folder, to));
  for (const place of ["proc", "dev"])
    execFileSync("mount", ["--bind", `/${place}`, path.join(folder, place)]);
  const passed = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name));
  return {
    env: { ...Object.fromEntries(passed), NODE_EXTRA_CA_CERTS: "/tmp/ca.crt" },
    takeBack: async () => {
      for (const place of ["dev", "proc"]) execFileSync("umount", [path.join(folder, place)]);
      for (const [, to] of given) await rm(path.join(folder, to), { force: true });
      await rm(path.join(folder, "root/.npm"), { recursive: true, force: true });
    },
  };
}

/** @param {string} folder */
async function makeBase(folder) {
  const mirror = `${execFileSync("apt-get", ["indextargets", "--format", "$(SITE)"])}`.split("\n")[0] ?? "";
  execFileSync("debootstrap", ["--variant=minbase", "bookworm", folder, mirror], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  // It leaves this mounted, where whoever removes the folder would meet the processes of this machine.
  spawnSync("umount", [path.join(folder, "proc")]);
  await cp(process.execPath, path.join(folder, "usr/local/bin/node"));
  const npm = `${execFileSync("npm", ["root", "--global"])}`.trim();
  await mkdir(path.join(folder, "usr/local/lib/node_modules"), { recursive: true });
  execFileSync("cp", ["-a", path.join(npm, "npm"), path.join(folder, "usr/local/lib/node_modules/npm")]);
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", path.join(folder, "usr/local/bin/npm"));
  await writeFile(path.join(folder, "etc/hosts"), "127.0.0.1 localhost\n");
}
