#!/usr/bin/env node
// The command runs from its TypeScript sources, so that it works right after installing, without a build.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

register({ tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)) });
const { countersign } = await import("./countersign.ts");
process.exitCode = await countersign(process.argv.slice(2));
