#!/usr/bin/env node
// The command runs from its TypeScript sources, so that it works right after installing, without a build.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register({ tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)) });
// Whoever reads the output may stop reading (head, less): that is no error of ours.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});
const { countersign } = await import("./countersign.ts");
process.exitCode = await countersign(process.argv.slice(2));
