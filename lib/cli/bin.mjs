#!/usr/bin/env node
// The command runs from its TypeScript sources, so that it works right after installing, without a build.
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { cacheFolder, isInstalledPackage, markRunning, makeWritableCopy } = await import(
  "../../scripts/package/writable-copy.mjs"
);

if (isInstalledPackage(root)) {
  process.env.COUNTERSIGN_HOME ||= process.cwd();
  const copy = await copyOfPackage();
  if (copy) await import(pathToFileURL(`${copy}/lib/cli/bin.mjs`).href);
} else {
  const { register } = await import("tsx/esm/api");
  const tsconfig = fileURLToPath(new URL("../../tsconfig.json", import.meta.url));
  // Set for modules that are imported later too, whatever folder the command is run in.
  process.env.TSX_TSCONFIG_PATH ||= tsconfig;
  register({ tsconfig });
  // A reader of the output may stop reading (head, less): that is no error of ours.
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  const { countersign } = await import("./countersign.ts");
  process.exitCode = await countersign(process.argv.slice(2));
}

/** The copy of the package to run from; null, with the reason on standard error, where none can be made. */
async function copyOfPackage() {
  try {
    const copy = await makeWritableCopy(root, cacheFolder(process.env));
    await markRunning(copy);
    return copy;
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    console.error(`countersign: ${message}. COUNTERSIGN_CACHE is the folder that the package is copied to.`);
    process.exitCode = 1;
    return null;
  }
}
