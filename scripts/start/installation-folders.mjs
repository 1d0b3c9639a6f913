import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, without symbolic links. */
export const root = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));

/**
 * The folder of this installation, with its `.env` and its data: the project's, or for a package the one that the command
 * is run in (`lib/cli/bin.mjs` says so).
 */
export const home = process.env.COUNTERSIGN_HOME || root;

/** True for a package: npm has installed what it needs, and it is built. */
export const isPackage = home !== root;

/** The command with which people start it. */
export const START = isPackage ? "npx countersign start" : "npm start --";

/** All data of this installation: COUNTERSIGN_DATA, else a folder that git ignores. */
export const dataFolder = process.env.COUNTERSIGN_DATA
  ? path.resolve(home, process.env.COUNTERSIGN_DATA)
  : path.join(home, ".data");
