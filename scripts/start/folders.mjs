import { realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, without symbolic links. */
export const root = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));

/** All data of this installation; ignored by git. */
export const dataFolder = path.join(root, ".data");
