import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url);
const client = new URL("prisma/generated/client/", root);
const stamp = new URL("prisma/generated/stamp", root);

/**
 * Generates the Prisma client in prisma/generated/client, unless it is current. Returns true if it did.
 * @returns {Promise<boolean>}
 */
export async function generate() {
  const require = createRequire(import.meta.url);
  const { version } = require("prisma/package.json");
  const schema = await readFile(new URL("prisma/schema.prisma", root));
  const current = createHash("sha256").update(version).update(schema).digest("hex");
  const previous = existsSync(client) && existsSync(stamp) ? await readFile(stamp, "utf8") : "";
  if (previous === current) return false;

  await run(require.resolve("prisma/build/index.js"));
  await writeFile(stamp, current);
  return true;
}

/** @param {string} prisma path of Prisma's command line */
function run(prisma) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [prisma, "generate", "--no-hints"], {
      cwd: root,
      // Generating needs no schema engine, but Prisma downloads one unless given a path.
      env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(undefined) : reject(new Error(`prisma generate failed:\n${output.trim()}`)),
    );
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.log((await generate()) ? "Prisma client written." : "Prisma client is up to date.");
}
