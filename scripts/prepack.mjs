// npm pack runs this first: builds the app, and notes the build's links to packages, which no package can contain, and of
// which commit or sources it is.
import { readdir, readlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { LINKS } from "./package/writable-copy.mjs";
import { root } from "./start/installation-folders.mjs";
import { noteBuild } from "./start/program-build.mjs";

await import("./build.mjs");
/** @type {Record<string, string>} */
const links = {};
const entries = await readdir(path.join(root, ".next/node_modules"), {
  recursive: true,
  withFileTypes: true,
}).catch(() => []);
for (const entry of entries) {
  if (!entry.isSymbolicLink()) continue;
  const file = path.join(entry.parentPath, entry.name);
  links[path.relative(root, file).split(path.sep).join("/")] = await readlink(file);
}
await noteBuild();
await writeFile(path.join(root, LINKS), `${JSON.stringify(links, null, 2)}\n`);
