import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, without symbolic links. */
export const root = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));

/** All data of this installation: COUNTERSIGN_DATA, else a folder that git ignores. */
export const dataFolder = process.env.COUNTERSIGN_DATA
  ? path.resolve(process.env.COUNTERSIGN_DATA)
  : path.join(root, ".data");
